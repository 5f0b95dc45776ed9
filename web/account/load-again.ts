/**
 * Loads code for what it does when it runs, once more where it did not come before: by the HTML
 * standard a document never asks again for a module that failed (Chromium 150 keeps to that), so it is
 * asked for by another address, which the browser names in its error.
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
