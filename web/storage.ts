/**
 * The browser's storage under names of our own. Where it is blocked or full, what is kept lasts as
 * long as the page.
 */
function keepIn(storage: () => Storage) {
  const memory = new Map<string, string>()
  return {
    get(key: string): string | null {
      try {
        return memory.get(key) ?? storage().getItem(key)
      } catch {
        return null
      }
    },
    /** Answers whether it outlasts the page. */
    set(key: string, value: string): boolean {
      try {
        storage().setItem(key, value)
        memory.delete(key)
        return true
      } catch {
        memory.set(key, value)
        return false
      }
    },
    remove(key: string) {
      memory.delete(key)
      try {
        storage().removeItem(key)
      } catch {
        // There is nothing of ours in it then.
      }
    },
  }
}

/** Shared by the tabs of the browser, and there another day. */
export const local = keepIn(() => localStorage)

/** Of this tab. */
export const tab = keepIn(() => sessionStorage)
