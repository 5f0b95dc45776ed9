import { LRUCache } from 'lru-cache'
import type { CachedResponse } from './cached-response.ts'
import type { Changes, Topic } from './changes.ts'

export type Entry = {
  response: CachedResponse
  /** A change of any of these removes the entry. If null, the response is sent but not cached. */
  topics: readonly Topic[] | null
}

const maxEntries = 4000
const maxBytes = 64 * 1024 * 1024
/** Approximate memory in bytes that the engine uses for an entry in addition to its content. */
const overhead = 2000

export type Cache = ReturnType<typeof openCache>

export function openCache(changes: Pick<Changes, 'on'>, limits = { maxEntries, maxBytes }) {
  const underway = new Set<{ key: string }>()
  const kept = new LRUCache<string, Entry, () => Promise<Entry>>({
    max: limits.maxEntries,
    maxSize: limits.maxBytes,
    sizeCalculation: ({ response }, key) => overhead + 2 * key.length + response.bytes,
    // If the data changes now, the waiting requests still get the response, but it is not cached.
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

  function remove(topic: Topic) {
    for (const { key } of underway) kept.delete(key)
    // Every response depends on the settings and the services.
    const all = topic === 'settings' || topic === 'services'
    const concerns = (topics: Entry['topics']) => all || topics?.includes(topic)
    for (const [key, { topics }] of kept.entries()) if (concerns(topics)) kept.delete(key)
  }
  changes.on(remove)

  return {
    find: (key: string): CachedResponse | undefined => kept.get(key)?.response,
    /** Concurrent requests for the same key share one computation. */
    async findOrMake(key: string, make: () => Promise<Entry>): Promise<CachedResponse> {
      const entry = await kept.forceFetch(key, { context: make })
      if (entry.topics === null) kept.delete(key)
      return entry.response
    },
    remove,
    size: () => ({ entries: kept.size, bytes: kept.calculatedSize }),
  }
}
