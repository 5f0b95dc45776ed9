/**
 * The browser's storage. If it is blocked or full, values are kept in memory until the page is
 * closed.
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
    /** Returns whether the value was stored beyond the page. */
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
        // The storage is blocked, so it holds no value of ours.
      }
    },
    removeAll(prefix: string) {
      for (const key of [...memory.keys(), ...keysOf(storage)]) {
        if (key.startsWith(prefix)) this.remove(key)
      }
    },
  }
}

function keysOf(storage: () => Storage) {
  try {
    return Object.keys(storage())
  } catch {
    return []
  }
}

/** Shared by all tabs of the browser, and persistent. */
export const local = keepIn(() => localStorage)

/** Only for this tab. */
export const tab = keepIn(() => sessionStorage)
