const pauseAfterFailure = 10_000

/**
 * Asks once in a while and answers from memory in between. Many who ask at once cause one question;
 * while a new answer cannot be had, the last one is good enough.
 */
export function remembered<Key, Answer>(milliseconds: number, ask: (key: Key) => Promise<Answer>) {
  const kept = new Map<Key, { answer: Answer; until: number }>()
  const underway = new Map<Key, Promise<Answer>>()

  async function askAnew(key: Key) {
    try {
      const answer = await ask(key)
      kept.set(key, { answer, until: Date.now() + milliseconds })
      return answer
    } catch (error) {
      const last = kept.get(key)
      if (!last) throw error
      kept.set(key, { ...last, until: Date.now() + pauseAfterFailure })
      return last.answer
    } finally {
      underway.delete(key)
    }
  }

  return (key: Key): Promise<Answer> => {
    const known = kept.get(key)
    if (known && known.until > Date.now()) return Promise.resolve(known.answer)
    const asking = underway.get(key) ?? askAnew(key)
    underway.set(key, asking)
    return asking
  }
}
