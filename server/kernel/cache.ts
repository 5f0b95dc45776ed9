import { LRUCache } from 'lru-cache'
import type { CachedResponse } from './cached-response.ts'
import type { Changes, Topic } from './changes.ts'

export type Entry = {
  response: CachedResponse
  /**
   * A change of one of these drops the entry. Null: only the waiting requests get it, it is not
   * kept.
   */
  topics: readonly Topic[] | null
}

const maxEntries = 4000
const maxBytes = 64 * 1024 * 1024
/** What the engine holds for an entry beside its bytes, roughly. */
const overhead = 2000

export type Cache = ReturnType<typeof openCache>

/**
 * Finished responses in memory, each by its one canonical address, until what they were made from
 * changes. Bounded in number and in bytes; the least recently used go first.
 */
export function openCache(changes: Pick<Changes, 'on'>, limits = { maxEntries, maxBytes }) {
  const underway = new Set<{ key: string }>()
  const kept = new LRUCache<string, Entry, () => Promise<Entry>>({
    max: limits.maxEntries,
    maxSize: limits.maxBytes,
    sizeCalculation: ({ response }, key) => overhead + 2 * key.length + response.bytes,
    // A response that a change overtakes goes to those who wait for it, and is not kept.
    ignoreFetchAbort: true,
    async fetchMethod(key, _stale, { context: make }) {
      const making = { key }
      underway.add(making)
      try {
        return await make()
      } finally {
        underway.delete(making)
      }
    },
  })

  changes.on((topic) => {
    for (const { key } of underway) kept.delete(key)
    // Every response depends on the settings.
    const concerns = (topics: Entry['topics']) => topic === 'settings' || topics?.includes(topic)
    for (const [key, { topics }] of kept.entries()) if (concerns(topics)) kept.delete(key)
  })

  return {
    find: (key: string): CachedResponse | undefined => kept.get(key)?.response,
    /** Many who ask at once cause one computation. */
    async findOrMake(key: string, make: () => Promise<Entry>): Promise<CachedResponse> {
      const entry = await kept.forceFetch(key, { context: make })
      if (entry.topics === null) kept.delete(key)
      return entry.response
    },
    /** Drops everything, with what is being made. */
    clear() {
      for (const { key } of underway) kept.delete(key)
      kept.clear()
    },
    size: () => ({ entries: kept.size, bytes: kept.calculatedSize }),
  }
}
