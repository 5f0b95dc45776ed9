import { LRUCache } from 'lru-cache'
import { clock } from '#server/kernel/time/clock.ts'

const mostAnswers = 500
const pauseAfterFailure = 10_000

/**
 * Caches results of a provider call. Concurrent calls with a key share a request, and a failed
 * refresh returns the last result. Visitors can invent keys, so their number is limited.
 */
export function memoized<Key extends string, Answer extends NonNullable<unknown>>(
  milliseconds: number,
  ask: (key: Key) => Promise<Answer>,
) {
  const kept = new LRUCache<Key, Answer>({
    max: mostAnswers,
    // lru-cache treats the millisecond in which the time ends as fresh.
    ttl: milliseconds - 1,
    perf: { now: clock.now },
    // If a key is evicted while its request runs, waiting callers still get the result.
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
