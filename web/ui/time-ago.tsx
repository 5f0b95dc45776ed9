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
  /**
   * `table`: on one line, and without the relative time on medium screens. `lines`: the relative
   * time is below the date.
   */
  look?: 'table' | 'lines'
}

/** The date and time in the reader's time zone, and the relative time next to it or below. */
export function Moment({ at, look }: MomentProps) {
  const date = new Date(at)
  const ago = useAgo(date)
  return (
    <time
      dateTime={at}
      title={`${formatSecond(date)}, ${ago}`}
      className={clsx('tabular-nums', look === 'table' && 'md:whitespace-nowrap')}
    >
      <span className="whitespace-nowrap">{formatMoment(date)}</span>{' '}
      <span
        className={clsx(
          'whitespace-nowrap text-faint text-sm',
          look === 'lines' && 'block',
          look === 'table' && 'md:hidden 2xl:inline',
        )}
      >
        {look !== 'lines' && '· '}
        {ago}
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
