import clsx from 'clsx'
import { useEffect, useState } from 'react'
import { shopNow } from '../clock.ts'
import { formatMoment, formatSecond } from '../format.ts'

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** `2 days ago`, `in 3 hours`, `just now`: the largest unit that fits. */
export function timeAgo(at: number, now: number): string {
  const seconds = (at - now) / 1000
  const step = steps.find(([, length]) => Math.abs(seconds) >= length)
  return step ? relative.format(Math.trunc(seconds / step[1]), step[0]) : 'just now'
}

/**
 * A relative time, with the exact time on hover. Only for pages that are rendered in the browser.
 */
export function TimeAgo({ at }: { at: string }) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={formatSecond(date)} className="whitespace-nowrap">
      {useAgo(date)}
    </time>
  )
}

type MomentProps = {
  at: string
  /** Shows the relative time below the date: in table columns, or with `always` on any screen. */
  stacked?: boolean | 'always'
}

/** The date and time in the reader's time zone, and the relative time next to it or below. */
export function Moment({ at, stacked }: MomentProps) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={formatSecond(date)} className="tabular-nums">
      <span className="whitespace-nowrap">
        {formatMoment(date)}
        {stacked !== 'always' && (
          <span className={clsx('text-faint', stacked && 'md:hidden')}> ·</span>
        )}
      </span>{' '}
      <span
        className={clsx(
          'whitespace-nowrap text-faint text-sm',
          stacked === 'always' ? 'block' : stacked && 'md:block',
        )}
      >
        {useAgo(date)}
      </span>
    </time>
  )
}

function useAgo(date: Date): string {
  const [now, setNow] = useState(shopNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(shopNow()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return timeAgo(date.getTime(), now)
}
