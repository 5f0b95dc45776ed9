import { ApiError, failureOf, isSessionOver } from './error.ts'
import { isStale } from './rebase.ts'

/**
 * The record has changed or is gone since the page loaded it, and the error is not about a field.
 */
const isOvertaken = (error: unknown) =>
  error instanceof ApiError &&
  (error.status === 409 || error.status === 404) &&
  Object.keys(error.fields).length === 0

type FailurePlace = 'here' | 'toast' | 'both'

export type ActionOptions<Answer> = {
  /** The toast after success. No toast if left out. */
  done?: string | ((answer: Answer) => string)
  /** The sentence that says what failed. */
  failed: string
  /**
   * Formats the failure: `failureOf`, or `messageOf` if the server's message is enough on its own.
   */
  say?: (error: unknown, failed: string) => string
  /**
   * Where a failure is shown: on the page as `error`, in a toast, or on the page with `failed` as a
   * toast.
   */
  failureIn?: FailurePlace | ((error: unknown) => FailurePlace)
  /**
   * When the page's loaders run again. The default, `done`, runs them after success, and after a
   * 404 or 409 that is not about a field, because the record is gone or has changed. `always` also
   * runs them after any failure. After a stale save they always run.
   */
  reload?: 'done' | 'always' | 'never'
  /** Runs after success, before the loaders, unless the user has left the page. */
  onDone?: (answer: Answer) => unknown
}

export type Failure = {
  error: string | undefined
  /** The error message of each field, by its dotted name. */
  fields: Readonly<Record<string, string>>
  cause: unknown
}

export const noFailure: Failure = { error: undefined, fields: {}, cause: undefined }

type Effects = {
  toast: Record<'success' | 'error', (message: string) => void>
  reload: () => Promise<void>
  /** Shows the failure on the page. */
  fail: (failure: Failure) => void
  /** Whether the page is no longer mounted. */
  left: () => boolean
  /** Resolves to whether the page is no longer mounted, once it has rendered the reloaded data. */
  taken: () => Promise<boolean>
  /** Reports the outcome. The loaders may still be running. */
  settle: (done: boolean) => void
}

/**
 * Runs the action, reports the outcome and reloads the page's data. Resolves when the page has the
 * new data.
 */
export async function attempt<Answer>(
  perform: () => Promise<Answer>,
  options: ActionOptions<Answer>,
  { toast, reload, fail, left, taken, settle }: Effects,
): Promise<void> {
  const { done, failed, say = failureOf, onDone } = options
  const when = options.reload ?? 'done'
  try {
    const answer = await perform()
    if (done !== undefined) toast.success(typeof done === 'string' ? done : done(answer))
    if (!left()) await onDone?.(answer)
  } catch (error) {
    settle(false)
    if (isSessionOver(error)) return
    const sentence = say(error, failed)
    const { failureIn: place = 'here' } = options
    const failureIn = typeof place === 'function' ? place(error) : place
    if (failureIn !== 'here') toast.error(failureIn === 'toast' ? sentence : failed)
    const fields = error instanceof ApiError ? error.fields : {}
    if (failureIn !== 'toast') fail({ error: sentence, fields, cause: error })
    // The record changed on the server: reload so that the page shows the current state.
    if (when === 'always' || (when === 'done' && isOvertaken(error)) || isStale(error))
      await reload()
    // Wait for the newer data. A retry before it is on the page would be stale again.
    const gone = (failureIn === 'here' || isStale(error)) && (await taken())
    // The component that would show the failure is gone, because of the other change or because the
    // user left.
    if (gone && failureIn === 'here') toast.error(sentence)
    return
  }
  settle(true)
  if (when !== 'never') await reload()
}
