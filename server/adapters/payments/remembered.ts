import { LRUCache } from 'lru-cache'

const mostAnswers = 500
const pauseAfterFailure = 10_000

/**
 * Asks once in a while and answers from memory in between. Many who ask at once cause one question;
 * while a new answer cannot be had, the last one is good enough. Questions that visitors make up
 * push out the oldest answers, so that memory does not grow with them.
 */
export function remembered<Key extends string, Answer extends NonNullable<unknown>>(
  milliseconds: number,
  ask: (key: Key) => Promise<Answer>,
) {
  const kept = new LRUCache<Key, Answer>({
    max: mostAnswers,
    // The cache counts the millisecond in which the time is up as within it.
    ttl: milliseconds - 1,
    perf: { now: () => Date.now() },
    // One that is pushed out while it is asked for is given to those who wait for it all the same.
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
