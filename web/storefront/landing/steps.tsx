import clsx from 'clsx'
import type { LandingTexts } from '#contract/platform/text-pages.ts'
import { Section } from './section.tsx'

type StepsProps = { title: string; steps: LandingTexts['steps'] }

export function Steps({ title, steps }: StepsProps) {
  if (steps.length === 0) return null
  return (
    <Section title={title}>
      <ol
        className={clsx(
          'grid gap-px overflow-clip rounded-lg border border-line bg-line notch-10',
          steps.length % 3 === 0 ? 'sm:grid-cols-3' : steps.length > 1 && 'sm:grid-cols-2',
        )}
      >
        {steps.map((step, i) => (
          <li
            key={step.title}
            className="flex gap-5 bg-ground p-6 sm:block sm:px-8 sm:pt-8 sm:pb-10"
          >
            <span
              aria-hidden="true"
              className="display text-5xl text-signal tabular-nums sm:text-7xl"
            >
              {i + 1}
            </span>
            <div className="sm:mt-8">
              <h3 className="title text-xl">{step.title}</h3>
              <p className="mt-1 text-soft">{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}
