import clsx from 'clsx'
import type { ReactNode } from 'react'

export type Tone = 'neutral' | 'signal' | 'success' | 'warning' | 'danger'

const tones: Record<Tone, string> = {
  neutral: 'border-edge bg-raised text-soft',
  signal: 'border-transparent bg-signal text-on-signal',
  // Most rows of the back-office have this badge. It is only a dot there, because colour marks
  // what needs attention.
  success: clsx(
    'border-success/35 bg-success/10 text-success',
    'in-[.back-office]:border-transparent in-[.back-office]:bg-transparent in-[.back-office]:px-0 in-[.back-office]:text-soft',
    'in-[.back-office]:before:size-1.5 in-[.back-office]:before:rounded-full in-[.back-office]:before:bg-success',
  ),
  warning: 'border-warning/35 bg-warning/10 text-warning',
  danger: 'border-danger/35 bg-danger/10 text-danger',
}

type BadgeProps = { tone?: Tone; icon?: ReactNode; children: ReactNode; className?: string }

/** A status in one or two words, which never depends on the colour alone. */
export function Badge({ tone = 'neutral', icon, children, className }: BadgeProps) {
  return (
    <span
      className={clsx(
        'inline-flex h-6 shrink-0 items-center max-[20rem]:h-auto max-[20rem]:shrink max-[20rem]:py-1 gap-1.5 whitespace-nowrap rounded-sm border px-2',
        'font-[600] text-[0.8125rem] tabular-nums leading-none',
        tones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  )
}
