import type { Endpoint, Input, Result } from '#contract/wire/endpoint.ts'
import { type Asked, useAsk } from '../api/ask.ts'
import { ApiError, messageOf } from '../api/error.ts'

const typing = 400

/** Calculates the effects of an action by a dry run on the server. Null while fields are missing. */
export const useEffects = <E extends Endpoint>(call: E, input: Input<E> | null): Asked<Result<E>> =>
  useAsk<E>(call, input as never, { pause: typing })

/** The codes that refuse an action because its effects have changed since they were shown. */
const outdated = ['effects_changed', 'promoted_meanwhile']

/** Formats a failure. If the shown effects are outdated, it calculates them again. */
export const sayOutdated =
  (again: () => void) =>
  (error: unknown, failed: string): string => {
    if (error instanceof ApiError && outdated.includes(error.code)) again()
    return messageOf(error, failed)
  }

type EffectsBoxProps<Effects> = {
  tried: Pick<Asked<Effects>, 'answer' | 'error' | 'asking'>
  /** Describes the effects, one sentence each. */
  say: (effects: Effects) => readonly string[]
  /** Says what to fill in before the dry run can start. */
  hint?: string
}

/** The effects of an action, above or beside the button that confirms it. */
export function EffectsBox<Effects>({ tried, say, hint }: EffectsBoxProps<Effects>) {
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
            {say(answer).map((sentence) => (
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
  say: (effects: Result<E>) => readonly string[]
}

/** The effects of an action that depend on no field. They are calculated when this is mounted. */
export function Effects<E extends Endpoint>({ call, input, say }: EffectsProps<E>) {
  return <EffectsBox tried={useEffects(call, input)} say={say} />
}

/** The field errors. Empty if the error is not about a field. */
const faultsOf = (error: unknown) =>
  error instanceof ApiError ? Object.values(error.fields).join('\n') : ''
