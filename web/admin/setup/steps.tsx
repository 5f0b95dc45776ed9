import clsx from 'clsx'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Head } from '../../shell/head.tsx'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { listSteps, type SetupData } from './list-steps.tsx'
import { Limitations, StepList, stepUrl } from './step-list.tsx'

/**
 * Shows the step that the URL names. The progress is in the database, so the setup can be
 * interrupted.
 */
export function Steps({ title, data }: { title: string; data: SetupData }) {
  const steps = listSteps(data)
  const [query] = useSearchParams()
  // Finishing this step must not replace it, because it may show a result.
  const [first] = useState(
    () => (steps.find(({ required, done }) => required && !done) ?? steps.find(isUnfinished))?.name,
  )
  const wanted = query.get('step') ?? first
  const at = steps.findIndex(({ name }) => name === wanted)
  const index = at < 0 ? steps.length - 1 : at
  const step = steps[index]!
  const [before, next] = [steps[index - 1], steps[index + 1]]
  return (
    <div className="page max-w-5xl grow pt-8 pb-16 sm:pt-12">
      <Head title={`${step.title} · ${title}`} />
      <h1 className="display text-[clamp(1.75rem,4vw,2.25rem)]">{title}</h1>
      <p className="mt-2 max-w-[65ch] text-soft">
        Each step checks its input before it saves it. You can leave at any time and return to this
        page.
      </p>
      {data.state.test_mode && (
        <p className="mt-2 max-w-[65ch] text-warning">
          This is a demo in test mode. It shows the steps, but cannot be opened as a real shop.
        </p>
      )}
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <section
          key={step.name}
          aria-labelledby="step"
          className="surface notch-6 grid gap-5 p-5 sm:p-7"
        >
          <header>
            <p className="text-faint text-sm">
              Step {index + 1} of {steps.length}
            </p>
            <h2 id="step" className="title mt-1 flex flex-wrap items-center gap-3 text-xl">
              {step.title}
              <StepState {...step} last={!next} />
            </h2>
          </header>
          {!step.done && step.limitation && (
            <p className={clsx('text-sm', step.required ? 'text-warning' : 'text-faint')}>
              {step.limitation}
            </p>
          )}
          {step.content}
          <footer className="flex flex-wrap items-center gap-3 border-line border-t pt-5">
            {before && <LinkButton to={stepUrl(before)}>Back</LinkButton>}
            {next && (step.done || !step.required || data.state.test_mode) && (
              <LinkButton
                to={stepUrl(next)}
                look={step.done ? 'primary' : 'quiet'}
                className="ml-auto"
              >
                {step.done ? 'Next' : 'Skip'}
              </LinkButton>
            )}
          </footer>
        </section>
        <aside className="grid gap-6">
          <StepList steps={steps} current={step} />
          {next && <Limitations steps={steps} />}
        </aside>
      </div>
    </div>
  )
}

const isUnfinished = ({ done }: { done: boolean }) => !done

type StateProps = { done: boolean; required?: boolean; last: boolean }

function StepState({ done, required, last }: StateProps) {
  if (done) return <Badge tone="success">Done</Badge>
  if (required) return <Badge tone="warning">Required</Badge>
  return last ? null : <Badge>Optional</Badge>
}
