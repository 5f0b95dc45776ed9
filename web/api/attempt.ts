import { ApiError, failureOf, isSessionOver } from './error.ts'
import { isStale } from './rebase.ts'

/** What it was about has changed or gone since the page showed it; nothing that was typed is at fault. */
const isOvertaken = (error: unknown) =>
  error instanceof ApiError &&
  (error.status === 409 || error.status === 404) &&
  Object.keys(error.fields).length === 0

type FailurePlace = 'here' | 'toast' | 'both'

export type ActionOptions<Answer> = {
  /** Toasted when it is done; nothing when left out. */
  done?: string | ((answer: Answer) => string)
  /** What failed, in a sentence. */
  failed: string
  /** Words a failure: `failureOf`, or `messageOf` where a refusal speaks for itself. */
  say?: (error: unknown, failed: string) => string
  /** Where a failure is shown: by the page as `error`, in a toast, or there with `failed` in a toast. */
  failureIn?: FailurePlace | ((error: unknown) => FailurePlace)
  /**
   * When the page's loaders run again: once it is done, which is the rule, or after any failure as
   * well. Also by the rule they run after a 404 or 409 that is at no field, as what the page shows is
   * gone or changed; and in any case after a save that was stale.
   */
  reload?: 'done' | 'always' | 'never'
  /** What the page does then, unless it was left meanwhile. Before the loaders run. */
  onDone?: (answer: Answer) => unknown
}

export type Failure = {
  error: string | undefined
  /** What is wrong with each field, by its dotted name. */
  fields: Readonly<Record<string, string>>
  cause: unknown
}

export const noFailure: Failure = { error: undefined, fields: {}, cause: undefined }

type Effects = {
  toast: Record<'success' | 'error', (message: string) => void>
  reload: () => Promise<void>
  /** Shows it on the page. */
  fail: (failure: Failure) => void
  /** The page is no longer there. */
  left: () => boolean
  /** The same, once what was loaded is on it. */
  taken: () => Promise<boolean>
  /** The outcome is known; the loaders may still run. */
  settle: (done: boolean) => void
}

/** Does it, says how it went, and has the page follow. Ends when the page has followed. */
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
    // Overtaken by another change, whoever made it, the page shows that.
    if (when === 'always' || (when === 'done' && isOvertaken(error)) || isStale(error))
      await reload()
    // Pressed again before the newer data is on the page, it would be as stale as before.
    const gone = (failureIn === 'here' || isStale(error)) && (await taken())
    // What it was shown by has gone with what another change has taken away, or was left.
    if (gone && failureIn === 'here') toast.error(sentence)
    return
  }
  settle(true)
  if (when !== 'never') await reload()
}
