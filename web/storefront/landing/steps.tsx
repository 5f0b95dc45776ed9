import { landing } from '../../content/landing.ts'
import { Section } from './section.tsx'

export function Steps() {
  const { title, items } = landing.steps
  return (
    <Section title={title}>
      <ol className="grid gap-px overflow-clip rounded-lg border border-line bg-line notch-10 sm:grid-cols-3">
        {items.map((step, i) => (
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
