import clsx from 'clsx'
import { CircleAlert } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Button } from './button.tsx'

type ErrorBoxProps = {
  children: ReactNode
  /** It may work another time: offers to try again. */
  onRetry?: () => void
  retrying?: boolean
  /** Another way on. */
  action?: ReactNode
  className?: string
  ref?: Ref<HTMLDivElement>
}

/** Something failed: a red alert icon with the message, one line for each fault. */
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
        {/* As tall as a line, so that it stands in the first. */}
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

/** Something to know before going on, which is nobody's failure. */
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
  /** The title's level, 2 unless it heads the page. */
  heading?: 1 | 2
}

/** Nothing here, said plainly, with the way on. */
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
