import { startTransition, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Endpoint, Input, Result } from '#contract/wire/endpoint.ts'
import { toast } from '../ui/toast.ts'
import { type ActionOptions, attempt, type Failure, noFailure } from './attempt.ts'
import { api } from './client.ts'

type InputOf<E extends Endpoint> = unknown extends Input<E> ? [] : [input: Input<E>]

export type Action<Given extends unknown[]> = Failure & {
  /**
   * Runs the action and resolves to whether it succeeded. It resolves before the loaders have run
   * again, while `pending` lasts until they are done. A second call while one is running does
   * nothing.
   */
  run: (...input: Given) => Promise<boolean>
  pending: boolean
  /** Clears the last failure, for example when the user starts typing again. */
  clear: () => void
}

/**
 * Runs an action of the page: calls the endpoint, or the function if the action takes more than one
 * call, reports the outcome and reloads the page's data. Shows nothing if the session has ended.
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

  /** Resolves once the page has rendered the reloaded data, which is after the loaders are done. */
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
