import type { Storage } from './storage.ts'

/** For files that move from `former` to `present`: reads both, writes to `present`. */
export function joinStorages(present: Storage, former: Storage): Storage {
  /** The file may move between the first two lookups, so `present` is checked again. */
  async function inEither<T>(look: (storage: Storage) => Promise<T | null>): Promise<T | null> {
    return (await look(present)) ?? (await look(former)) ?? look(present)
  }
  return {
    put: present.put,
    get: (key, range) => inEither((storage) => storage.get(key, range)),
    stat: (key) => inEither((storage) => storage.stat(key)),
    async delete(key) {
      // In this order the process that moves files sees the deletion before it copies the file.
      await former.delete(key)
      await present.delete(key)
    },
    async list(prefix, page) {
      // In this order a file that moves between the two calls is listed twice, and never missed.
      const before = await former.list(prefix, page)
      const now = await present.list(prefix, page)
      const byKey = new Map([...before, ...now].map((file) => [file.key, file]))
      return [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1)).slice(0, page.limit)
    },
    addressOf: (key, fileName) => present.addressOf(key, fileName),
    close() {
      present.close()
      former.close()
    },
  }
}
