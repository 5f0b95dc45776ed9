import { useSyncExternalStore } from 'react'
import { shopNow } from '../clock.ts'
import { useConfig } from '../config.ts'

const never = () => () => {}

const moment = { dateStyle: 'medium', timeStyle: 'short' } as const
const named = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const

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
    () => new Intl.DateTimeFormat('en-US', { ...named, timeZone }).format(date),
  )
  return <time dateTime={at}>{local}</time>
}

/** Date and time where the reader is; where the shop is, and so named, until the browser has said. */
export function Moment({ at }: { at: string }) {
  const { timeZone } = useConfig()
  const local = useSyncExternalStore(
    never,
    () => new Intl.DateTimeFormat('en-US', moment).format(new Date(at)),
    () => new Intl.DateTimeFormat('en-US', { ...named, timeZone }).format(new Date(at)),
  )
  return <time dateTime={at}>{local}</time>
}
