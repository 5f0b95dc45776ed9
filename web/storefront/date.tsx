import { useSyncExternalStore } from 'react'
import { shortDay, shortMoment } from '#contract/time-zone.ts'
import { shopNow } from '../clock.ts'
import { useConfig } from '../config.ts'
import { formatMoment, formatSince } from '../format.ts'

const never = () => () => {}

/** A day where the shop is, the same for every reader. */
export function Day({ at }: { at: string }) {
  const { timeZone } = useConfig()
  return <time dateTime={at}>{shortDay(new Date(at), timeZone)}</time>
}

/** The time of day where the reader is, and the date too unless it is today. */
export function Since({ at }: { at: string }) {
  const { timeZone } = useConfig()
  const local = useSyncExternalStore(
    never,
    () => formatSince(at, shopNow()),
    () => shortMoment(new Date(at), timeZone),
  )
  return <time dateTime={at}>{local}</time>
}

/** Date and time where the reader is; where the shop is, and so named, until the browser has said. */
export function Moment({ at }: { at: string }) {
  const { timeZone } = useConfig()
  const local = useSyncExternalStore(
    never,
    () => formatMoment(at),
    () => shortMoment(new Date(at), timeZone),
  )
  return <time dateTime={at}>{local}</time>
}
