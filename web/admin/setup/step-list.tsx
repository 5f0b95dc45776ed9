import clsx from 'clsx'
import { Check } from 'lucide-react'
import { Link } from 'react-router'

export type StepSummary = {
  /** The value of the URL parameter `step`. */
  name: string
  title: string
  required?: boolean
  done: boolean
  /** The limitation of the shop until the step is done. */
  limitation?: string | undefined
}

export const stepUrl = ({ name }: Pick<StepSummary, 'name'>) => `/setup?step=${name}`

type StepListProps = { steps: readonly StepSummary[]; current: StepSummary }

/** All steps, one line each, and how many are done. */
export function StepList({ steps, current }: StepListProps) {
  const done = steps.filter((step) => step.done).length
  return (
    <nav aria-label="Steps">
      <p className="text-soft text-sm">
        {done} of {steps.length} steps done
      </p>
      <div aria-hidden="true" className="mt-2 mb-3 h-1 overflow-hidden rounded-full bg-lifted">
        <div
          className="h-full rounded-full bg-success"
          style={{ width: `${(100 * done) / steps.length}%` }}
        />
      </div>
      <ol className="grid gap-px">
        {steps.map((step) => (
          <li key={step.name}>
            <Link
              to={stepUrl(step)}
              aria-current={step === current ? 'step' : undefined}
              className="flex min-h-10 items-center gap-2.5 rounded-md px-2.5 py-1.5 text-soft text-sm hover:bg-raised hover:text-ink aria-[current]:bg-lifted aria-[current]:font-[600] aria-[current]:text-ink"
            >
              <span
                aria-hidden="true"
                className={clsx(
                  'grid size-5 shrink-0 place-items-center rounded-full border',
                  step.done ? 'border-success/40 bg-success/10 text-success' : 'border-edge',
                )}
              >
                {step.done && <Check size={13} />}
              </span>
              {step.title}
              {step.done && <span className="sr-only"> (done)</span>}
              {step.required && !step.done && (
                <span className="ml-auto text-warning text-xs">Required</span>
              )}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The limitations of the shop, with links to the steps that remove them. */
export function Limitations({ steps }: { steps: readonly StepSummary[] }) {
  const unfinished = steps.filter(({ done, limitation }) => !done && limitation)
  if (unfinished.length === 0) return null
  return (
    <section aria-labelledby="limitations">
      <h2 id="limitations" className="label mb-2">
        Until you finish these steps
      </h2>
      <ul className="grid gap-2 text-faint text-sm">
        {unfinished.map((step) => (
          <li key={step.name}>
            <Link to={stepUrl(step)} className="hover:text-ink hover:underline">
              {step.limitation}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
