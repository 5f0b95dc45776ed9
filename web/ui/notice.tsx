import clsx from 'clsx'
import { CircleAlert } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Button } from './button.tsx'

type ErrorBoxProps = {
  children: ReactNode
  /** Offers a retry, if the failure may be temporary. */
  onRetry?: () => void
  retrying?: boolean
  /** An alternative to a retry. */
  action?: ReactNode
  className?: string
  ref?: Ref<HTMLDivElement>
}

/** A failure: a red alert icon with the message, one line for each error. */
export function ErrorBox({ children, onRetry, retrying, action, className, ref }: ErrorBoxProps) {
  return (
    <div
      ref={ref}
      role="alert"
      className={clsx(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-danger/40 bg-danger/8 px-4 py-3',
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-56 gap-4 text-[0.9375rem]">
        {/* As tall as a line, so that it aligns with the first line. */}
        <CircleAlert size={20} aria-hidden="true" className="h-[1lh] shrink-0 text-danger" />
        <div className="min-w-0 flex-1 whitespace-pre-line">{children}</div>
      </div>
      {onRetry && (
        <Button size="small" loading={retrying} onClick={() => onRetry()}>
          Try again
        </Button>
      )}
      {action}
    </div>
  )
}

type NoticeProps = { children: ReactNode; className?: string }

/** Information to read before continuing, which is not an error. */
export function Notice({ children, className }: NoticeProps) {
  return (
    <div
      role="status"
      className={clsx(
        'rounded-md border border-warning/40 bg-warning/8 px-4 py-3 text-[0.9375rem]',
        className,
      )}
    >
      {children}
    </div>
  )
}

type EmptyStateProps = {
  icon: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
  /** The heading level, 1 if it is the title of the page. */
  heading?: 1 | 2
}

/** Says that there is nothing here, and offers the next step. */
export function EmptyState({ icon, title, children, action, heading = 2 }: EmptyStateProps) {
  const Heading = `h${heading}` as const
  return (
    <div className="flex flex-col items-center px-4 py-16 text-center sm:py-24">
      <span
        className="surface notch-4 grid size-16 place-items-center text-faint"
        aria-hidden="true"
      >
        {icon}
      </span>
      <Heading className="title mt-6 text-xl">{title}</Heading>
      {children && (
        <p className="mt-2 max-w-[25em] text-soft [overflow-wrap:anywhere]">{children}</p>
      )}
      {action && <div className="mt-8 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
