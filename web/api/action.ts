import { startTransition, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Endpoint, Input, Result } from '#contract/endpoint.ts'
import { toast } from '../ui/toast.ts'
import { type ActionOptions, attempt, type Failure, noFailure } from './attempt.ts'
import { api } from './client.ts'

type InputOf<E extends Endpoint> = unknown extends Input<E> ? [] : [input: Input<E>]

export type Action<Given extends unknown[]> = Failure & {
  /**
   * Does it, and tells whether it was done: before the loaders have run again, which `pending` waits
   * for. A second press meanwhile does nothing.
   */
  run: (...input: Given) => Promise<boolean>
  pending: boolean
  /** Forgets the last failure, as when somebody types on. */
  clear: () => void
}

/**
 * The way to do something: asks the endpoint, or runs the function where it takes more than one
 * call, says how it went, and loads the page again. Of a session that is over nothing is said.
 */
export function useAction<E extends Endpoint>(
  endpoint: E,
  options: ActionOptions<Result<E>>,
): Action<InputOf<E>>
export function useAction<Given extends unknown[], Answer>(
  perform: (...input: Given) => Promise<Answer>,
  options: ActionOptions<Answer>,
): Action<Given>
export function useAction(
  what: Endpoint | ((...input: unknown[]) => Promise<unknown>),
  options: ActionOptions<unknown>,
): Action<unknown[]> {
  const [failure, setFailure] = useState(noFailure)
  const [pending, setPending] = useState(false)
  const running = useRef(false)
  const left = useRef(false)
  const [looks, setLooks] = useState(0)
  const look = useRef<(taken: boolean) => void>(undefined)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
      look.current?.(true)
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: that it has run says that it is still there
  useEffect(() => look.current?.(false), [looks])

  /** Resolves once what the loaders brought is on the page, which is after they are done. */
  const taken = () =>
    new Promise<boolean>((settle) => {
      if (left.current) return settle(true)
      look.current = settle
      startTransition(() => setLooks((before) => before + 1))
    })

  function run(...input: unknown[]): Promise<boolean> {
    if (running.current) return Promise.resolve(false)
    running.current = true
    setPending(true)
    setFailure(noFailure)
    const perform = () =>
      typeof what === 'function' ? what(...input) : api(what, ...(input as []))
    return new Promise((settle) => {
      const effects = { toast, reload: revalidate, fail: setFailure, left: () => left.current }
      attempt(perform, options, { ...effects, taken, settle }).finally(() => {
        running.current = false
        setPending(false)
      })
    })
  }

  return { ...failure, run, pending, clear: () => setFailure(noFailure) }
}
