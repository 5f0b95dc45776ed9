/**
 * Imports a module for its side effects, and once more by another address when that fails: by the
 * HTML standard a document never fetches a module again that failed once, and Chromium 150 keeps to
 * that. The browser names the address in its error.
 */
export async function loadAgain(load: () => Promise<unknown>): Promise<void> {
  try {
    await load()
  } catch (error) {
    const address = /https?:\S+\.js/.exec(String(error))?.[0]
    if (!address) throw error
    await import(/* @vite-ignore */ `${address}?again=${performance.now()}`)
  }
}
