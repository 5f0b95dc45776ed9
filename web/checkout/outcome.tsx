import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Card } from '../ui/card.tsx'

const tones = {
  success: 'border-success/40 bg-success/10 text-success',
  waiting: 'border-edge bg-raised text-signal',
  warning: 'border-warning/40 bg-warning/10 text-warning',
  danger: 'border-danger/40 bg-danger/10 text-danger',
}

type OutcomeProps = {
  tone: keyof typeof tones
  icon: ReactNode
  title: string
  children: ReactNode
  actions?: ReactNode
  /** The heading level: 1 if it is the title of the page. */
  heading?: 1 | 2
}

/** The outcome of a payment, with the next steps. */
export function Outcome({ tone, icon, title, children, actions, heading = 2 }: OutcomeProps) {
  const Heading = `h${heading}` as const
  return (
    <Card>
      <div role="status" className="grid gap-5">
        <span
          aria-hidden="true"
          className={clsx('notch-4 grid size-16 place-items-center rounded-md border', tones[tone])}
        >
          {icon}
        </span>
        <Heading className="display text-[clamp(1.75rem,5vw,2.5rem)]">{title}</Heading>
        <div className="grid max-w-[30em] gap-3 text-soft">{children}</div>
      </div>
      {actions && <div className="mt-8 flex flex-wrap gap-3">{actions}</div>}
    </Card>
  )
}
