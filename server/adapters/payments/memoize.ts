import { LRUCache } from 'lru-cache'
import { clock } from '#server/kernel/clock.ts'

const mostAnswers = 500
const pauseAfterFailure = 10_000

/**
 * Memoizes a call to a provider for the given time. Concurrent calls with the same key share one
 * request; when a refresh fails, the last result is used. The number of keys is bounded, since
 * visitors can make up keys.
 */
export function memoized<Key extends string, Answer extends NonNullable<unknown>>(
  milliseconds: number,
  ask: (key: Key) => Promise<Answer>,
) {
  const kept = new LRUCache<Key, Answer>({
    max: mostAnswers,
    // lru-cache counts the millisecond in which the time is up as fresh.
    ttl: milliseconds - 1,
    perf: { now: clock.now },
    // A key that is evicted while it is being fetched still resolves for those who wait for it.
    ignoreFetchAbort: true,
    async fetchMethod(key, last, { options }) {
      try {
        return await ask(key)
      } catch (error) {
        if (last === undefined) throw error
        options.ttl = pauseAfterFailure
        return last
      }
    },
  })
  return (key: Key): Promise<Answer> => kept.forceFetch(key)
}
