import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

/** A surface lit from above, with the cut corner of the design system. */
export function Card({ className, ...props }: ComponentProps<'section'>) {
  return <section {...props} className={clsx('surface notch-6 p-5 sm:p-7', className)} />
}

type HeaderProps = { title: ReactNode; detail?: ReactNode; actions?: ReactNode }

/** The header of a card: its title, a description and actions. */
export function CardHeader({ title, detail, actions }: HeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h2 className="title text-xl">{title}</h2>
        {detail && <p className="mt-1 text-soft">{detail}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  )
}
