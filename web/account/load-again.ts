/**
 * Imports a module for its side effects, and retries once with another URL if that fails. By the
 * HTML standard, a document never fetches a failed module again, and Chromium 150 follows that. The
 * browser names the URL in its error.
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
