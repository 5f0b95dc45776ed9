import { useEffect, useRef, useState } from 'react'
import type { Endpoint, Input, Result } from '#contract/endpoint.ts'
import { api } from './client.ts'
import { isSessionOver } from './error.ts'
import { inTurn, repeat } from './repeat.ts'
import type { Wire } from './request.ts'

type AskOptions = {
  /**
   * How long a later input must stay as it is before it is asked for, in milliseconds. What the
   * page opens with is asked for at once.
   */
  pause?: number
  /** Asks again every so many milliseconds while the page is seen. */
  every?: number | undefined
  /**
   * The answer that the page has already: the first is asked for when the first `every` is over. When
   * it loads another, what was asked before that is not answered any more.
   */
  loaded?: object
  /** See the options of `api`. */
  background?: boolean
}

type Asked<Answer> = {
  /** The latest answer. It stays, to an earlier input too, until there is another. */
  answer: Answer | undefined
  /** The answer is to the present input. */
  current: boolean
  /** Why there was no answer to the latest question; until there is one. */
  error: unknown
  /** The present input has been neither answered nor refused. */
  asking: boolean
  /** Forgets the failure and asks anew. */
  again: () => void
}

type Ask<Given, Answer> = (
  input: Given,
  options: { signal: AbortSignal; background: boolean },
) => Promise<Answer>

/**
 * Asks what a page must know beside what its loader loads: again when the input changes, again on a
 * timer. Of several answers the one to the latest question counts. Null asks nothing and
 * forgets the answer. What is asked is an endpoint or a function, which may stand in the component.
 */
export function useAsk<E extends Endpoint>(
  endpoint: E | Wire<E>,
  input: (unknown extends Input<E> ? undefined : Input<E>) | null,
  options?: AskOptions,
): Asked<Result<E>>
export function useAsk<Given, Answer>(
  ask: Ask<Given, Answer>,
  input: Given | null,
  options?: AskOptions,
): Asked<Answer>
export function useAsk(
  what: Wire<Endpoint> | Ask<unknown, unknown>,
  input: unknown,
  { pause = 0, every, loaded, background = false }: AskOptions = {},
): Asked<unknown> {
  const [answered, setAnswered] = useState<{ key: string; answer: unknown }>()
  const [failed, setFailed] = useState<{ key: string; error: unknown }>()
  const [attempt, setAttempt] = useState(0)
  const opened = useRef(false)
  const latest = useRef({ what, input })
  useEffect(() => {
    latest.current = { what, input }
  })
  const key = input === null ? null : `${JSON.stringify(input)}`

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  useEffect(() => {
    const wait = opened.current ? pause : 0
    opened.current = true
    if (key === null) {
      setAnswered(undefined)
      setFailed(undefined)
      return
    }
    const superseded = new AbortController()
    const { signal } = superseded
    const counts = inTurn()
    async function ask() {
      const isLatest = counts()
      const { what, input } = latest.current
      try {
        const options = { signal, background }
        const answer = await (typeof what === 'function'
          ? what(input, options)
          : api(what, input as undefined, options))
        if (signal.aborted || !isLatest()) return
        setAnswered({ key: key as string, answer })
        setFailed(undefined)
      } catch (error) {
        // Of a session that is over the shell tells, by leading to the sign-in; not for background calls.
        if (signal.aborted || (!background && isSessionOver(error)) || !isLatest()) return
        setFailed({ key: key as string, error })
      }
    }
    if (!loaded && wait === 0) void ask()
    const timer = !loaded && wait > 0 ? setTimeout(ask, wait) : undefined
    const stop = every === undefined ? undefined : repeat(ask, every)
    return () => {
      superseded.abort()
      clearTimeout(timer)
      stop?.()
    }
  }, [key, attempt, every, loaded])

  return {
    answer: answered?.answer,
    current: answered !== undefined && answered.key === key,
    error: failed?.error,
    asking: key !== null && answered?.key !== key && failed?.key !== key,
    again() {
      setFailed(undefined)
      setAttempt(attempt + 1)
    },
  }
}

/** The newer of the page's data and a later answer, and a function to replace it. */
export function useNewest<T>(loaded: T, answer: T | undefined) {
  const [seen, setSeen] = useState({ loaded, answer })
  const [shown, setShown] = useState(loaded)
  if (loaded !== seen.loaded || answer !== seen.answer) {
    setSeen({ loaded, answer })
    setShown(loaded !== seen.loaded ? loaded : (answer ?? loaded))
  }
  return [shown, setShown] as const
}
