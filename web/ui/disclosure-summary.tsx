import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

type DisclosureSummaryProps = {
  className?: string
  children: ReactNode
  /** Beside the arrow, at the end of the line. */
  end?: ReactNode
}

/** The line of a `details` element that shows and hides its content. Its arrow turns. */
export function DisclosureSummary({ className, children, end }: DisclosureSummaryProps) {
  return (
    <summary
      className={clsx(
        'flex list-none items-center gap-2 rounded-sm [&::-webkit-details-marker]:hidden',
        className,
      )}
    >
      {children}
      <ChevronDown
        size={18}
        aria-hidden="true"
        className="shrink-0 text-faint transition-[rotate] duration-200 [[open]>summary>&]:rotate-180"
      />
      {end}
    </summary>
  )
}
