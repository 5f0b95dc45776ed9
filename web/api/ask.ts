import { useEffect, useRef, useState } from 'react'
import type { Endpoint, Input, Result } from '#contract/wire/endpoint.ts'
import { api } from './client.ts'
import { isSessionOver } from './error.ts'
import { inTurn, repeat } from './repeat.ts'
import type { Wire } from './request.ts'

type AskOptions = {
  /**
   * Debounce in milliseconds: how long a changed input must stay the same before it is requested.
   * The initial input is requested at once.
   */
  pause?: number
  /** Repeats the request at this interval in milliseconds while the page is visible. */
  every?: number | undefined
  /**
   * The answer that the page's loader already has: the first request is then sent after the first
   * `every` interval. When the loader brings a new answer, pending requests are ignored.
   */
  loaded?: object
  /** See the options of `api`. */
  background?: boolean
}

export type Asked<Answer> = {
  /** The latest answer. It stays until the next answer arrives, even if the input has changed. */
  answer: Answer | undefined
  /** Whether the answer belongs to the current input. */
  current: boolean
  /** Why the latest request failed. Cleared by the next answer. */
  error: unknown
  /** The request for the current input is still pending. */
  asking: boolean
  /** Clears the failure and sends the request again. */
  again: () => void
}

type Ask<Given, Answer> = (
  input: Given,
  options: { signal: AbortSignal; background: boolean },
) => Promise<Answer>

/**
 * Requests data that a page needs in addition to its loader's data. It sends the request again when
 * the input changes and on a timer. If responses arrive out of order, the one to the latest request
 * wins. A null input sends nothing and clears the answer. The request is an endpoint or a function,
 * which may be defined inside the component.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt repeats the request
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
        // When the session has ended, the shell redirects to the sign-in, except for background
        // calls.
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
    answer: key === null ? undefined : answered?.answer,
    current: answered !== undefined && answered.key === key,
    error: key === null ? undefined : failed?.error,
    asking: key !== null && answered?.key !== key && failed?.key !== key,
    again() {
      setFailed(undefined)
      setAttempt(attempt + 1)
    },
  }
}

/** Returns the newer of the loader's data and a later answer, and a function to replace it. */
export function useNewest<T>(loaded: T, answer: T | undefined) {
  const [seen, setSeen] = useState({ loaded, answer })
  const [shown, setShown] = useState(loaded)
  if (loaded !== seen.loaded || answer !== seen.answer) {
    setSeen({ loaded, answer })
    setShown(loaded !== seen.loaded ? loaded : (answer ?? loaded))
  }
  return [shown, setShown] as const
}
