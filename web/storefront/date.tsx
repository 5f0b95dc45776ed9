import { useSyncExternalStore } from 'react'
import { shortDay, shortMoment } from '#contract/wire/time-zone.ts'
import { shopNow } from '../clock.ts'
import { useConfig } from '../config.ts'
import { formatMoment, formatSince } from '../format.ts'

const never = () => () => {}

/** A date in the shop's time zone, the same for every reader. */
export function Day({ at }: { at: string }) {
  const { timeZone } = useConfig()
  return <time dateTime={at}>{shortDay(new Date(at), timeZone)}</time>
}

/** The time of day in the reader's time zone, with the date unless it is today. */
export function Since({ at }: { at: string }) {
  const { timeZone } = useConfig()
  const local = useSyncExternalStore(
    never,
    () => formatSince(at, shopNow()),
    () => shortMoment(new Date(at), timeZone),
  )
  return <time dateTime={at}>{local}</time>
}

/**
 * The date and time in the reader's time zone. Before the page has hydrated, in the shop's time
 * zone, with its name.
 */
export function Moment({ at }: { at: string }) {
  const { timeZone } = useConfig()
  const local = useSyncExternalStore(
    never,
    () => formatMoment(at),
    () => shortMoment(new Date(at), timeZone),
  )
  return <time dateTime={at}>{local}</time>
}
