import { ApiError, messageOf } from '../api/error.ts'

type EffectsBoxProps = {
  /** The effects, one sentence each. Undefined before the dry run. */
  sentences: readonly string[] | undefined
  error: unknown
  asking: boolean
  /** Says what to fill in before the dry run can start. */
  hint: string
}

/** The effects of a dangerous action, from a dry run on the server. */
export function EffectsBox({ sentences, error, asking, hint }: EffectsBoxProps) {
  return (
    <section aria-label="What will happen" className="surface min-w-0 self-start p-4">
      <h3 className="label mb-3">What will happen</h3>
      <div aria-live="polite" aria-busy={asking} className={asking ? 'opacity-60' : undefined}>
        {error ? (
          <p className="whitespace-pre-line text-danger text-sm [overflow-wrap:anywhere]">
            {faultsOf(error) || messageOf(error, 'The effects could not be calculated')}
          </p>
        ) : sentences ? (
          <ul className="grid list-disc gap-2 pl-5 text-sm [overflow-wrap:anywhere]">
            {sentences.map((sentence) => (
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

/** The field errors. Empty if the error is not about a field. */
const faultsOf = (error: unknown) =>
  error instanceof ApiError ? Object.values(error.fields).join('\n') : ''
