import { useSyncExternalStore } from 'react'
import { shopNow } from '../clock.ts'
import { useConfig } from '../config.ts'
import { formatMoment } from '../format.ts'

const never = () => () => {}

/** With the name of its zone. */
const momentThere = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(at)

/** A day where the shop is, the same for every reader. */
export function Day({ at }: { at: string }) {
  const { timeZone } = useConfig()
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone })
  return <time dateTime={at}>{day.format(new Date(at))}</time>
}

/** The time of day where the reader is, and the date too unless it is today. */
export function Since({ at }: { at: string }) {
  const { timeZone } = useConfig()
  const date = new Date(at)
  const local = useSyncExternalStore(
    never,
    () =>
      new Intl.DateTimeFormat('en-US', {
        ...(date.toDateString() !== new Date(shopNow()).toDateString() && { dateStyle: 'medium' }),
        timeStyle: 'short',
        hourCycle: 'h23',
      }).format(date),
    () => momentThere(date, timeZone),
  )
  return <time dateTime={at}>{local}</time>
}

/** Date and time where the reader is; where the shop is, and so named, until the browser has said. */
export function Moment({ at }: { at: string }) {
  const { timeZone } = useConfig()
  const local = useSyncExternalStore(
    never,
    () => formatMoment(at),
    () => momentThere(new Date(at), timeZone),
  )
  return <time dateTime={at}>{local}</time>
}
