import type { staffReleases } from '#contract/licensing/staff-releases.ts'
import type { staffIncidents } from '#contract/outages/staff-incidents.ts'
import type { Endpoint, Input, Result } from '#contract/wire/endpoint.ts'
import type { CodeOf } from '#contract/wire/refusals.ts'
import { type Asked, useAsk } from '../api/ask.ts'
import { ApiError, messageOf } from '../api/error.ts'

/** How long the user must stop typing, in milliseconds. */
const pause = 250

/** Calculates the effects of an action by a dry run on the server. Null while fields are missing. */
export const useEffectsPreview = <E extends Endpoint>(
  call: E,
  input: Input<E> | null,
): Asked<Result<E>> => useAsk<E>(call, input as never, { pause })

type Refused = CodeOf<typeof staffIncidents.close> | CodeOf<typeof staffReleases.promote>

/** The codes that refuse an action because its effects have changed since they were shown. */
const outdated: Refused[] = ['effects_changed', 'promoted_meanwhile']

/** Formats a failure. If the shown effects are outdated, it calculates them again. */
export const recalculateIfOutdated =
  (again: () => void) =>
  (error: unknown, failed: string): string => {
    if (error instanceof ApiError && outdated.includes(error.code as Refused)) again()
    return messageOf(error, failed)
  }

type EffectsBoxProps<Effects> = {
  tried: Pick<Asked<Effects>, 'answer' | 'error' | 'asking'>
  /** Describes the effects, one sentence each. */
  toSentences: (effects: Effects) => readonly string[]
  /** Says what to fill in before the dry run can start. */
  hint?: string
}

/** Shows the effects of an action, as a dry run on the server calculated them. */
export function EffectsBox<Effects>({ tried, toSentences, hint }: EffectsBoxProps<Effects>) {
  const { answer, error, asking } = tried
  return (
    <section aria-label="What will happen" className="surface min-w-0 self-start p-4">
      <h3 className="label mb-3">What will happen</h3>
      <div aria-live="polite" aria-busy={asking} className={asking ? 'opacity-60' : undefined}>
        {error ? (
          <p className="whitespace-pre-line text-danger text-sm [overflow-wrap:anywhere]">
            {faultsOf(error) || messageOf(error, 'The effects could not be calculated')}
          </p>
        ) : answer ? (
          <ul className="grid list-disc gap-2 pl-5 text-sm [overflow-wrap:anywhere]">
            {toSentences(answer).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        ) : (
          <p className="text-faint text-sm">{asking ? 'Calculating...' : hint}</p>
        )}
      </div>
    </section>
  )
}

type EffectsProps<E extends Endpoint> = {
  call: E
  input: Input<E>
  toSentences: (effects: Result<E>) => readonly string[]
}

/** Shows effects that depend on no field. It calculates them when it is mounted. */
export function Effects<E extends Endpoint>({ call, input, toSentences }: EffectsProps<E>) {
  return <EffectsBox tried={useEffectsPreview(call, input)} toSentences={toSentences} />
}

/** The field errors. Empty if the error is not about a field. */
const faultsOf = (error: unknown) =>
  error instanceof ApiError ? Object.values(error.fields).join('\n') : ''
