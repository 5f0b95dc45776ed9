import { useEffect, useRef } from 'react'
import type { Endpoint, Result } from '#contract/wire/endpoint.ts'
import { messageOf } from './error.ts'
import { type FormOptions, useEndpointForm } from './form.ts'
import { contradicts, isStale, rebase, staleMessage } from './rebase.ts'

type RecordFormOptions<E extends Endpoint, Fields, Answer> = Omit<
  FormOptions<E, Fields, Answer>,
  'isSaved'
> & {
  /**
   * The loaded values. If they include a `revision`, edited fields keep the revision that they were
   * loaded with, until a save is refused as stale.
   */
  initial: Fields
  /** The saved values from the answer, if the server normalises typed values. */
  kept?: (answer: Answer) => Fields
  /** Called after the user's changes have been applied to newer data. */
  onRebase?: (loaded: Fields, typed: Fields, now: Fields) => void
}

/**
 * The form of a record that may change while the user types. Fields that the user has not edited
 * follow the loaded values. If another user's change made the save stale, the form says so and
 * applies the typed changes to the newer data.
 */
export function useRecordForm<E extends Endpoint, Fields extends object, Answer = Result<E>>(
  endpoint: E,
  { kept, onRebase, ...options }: RecordFormOptions<E, Fields, Answer>,
) {
  const { initial, say = messageOf } = options
  const form = useEndpointForm<E, Fields, Answer>(endpoint, {
    ...options,
    say: (error, failed) => (isStale(error) ? staleMessage(error) : say(error, failed)),
    onDone(answer): unknown {
      const now = kept?.(answer)
      if (now) form.fill(rebase(form.values, form.read(), now), now)
      return options.onDone?.(answer)
    },
  })
  const { base } = form
  const loaded = JSON.stringify(initial)
  const followed = useRef(loaded)
  const reported = useRef<unknown>(undefined)
  const stale = !form.pending && isStale(form.cause)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the loaded values, not the typed ones
  useEffect(() => {
    const reports = stale && reported.current !== form.cause
    if (followed.current === loaded && !reports) return
    const typed = form.read()
    // The page can reload for many reasons. Keep the old revision if the newer data conflicts with
    // the typed values, so that the save is refused and the user learns what it would overwrite.
    if (!reports && 'revision' in initial && contradicts(base, typed, initial)) return
    followed.current = loaded
    if (reports) reported.current = form.cause
    form.fill(rebase(base, typed, initial), initial)
    onRebase?.(base, typed, initial)
    if (reports) form.showFault()
  }, [loaded, stale, base])

  return {
    ...form,
    /** Discards the changes. */
    reset() {
      form.reset()
      followed.current = loaded
    },
  }
}
