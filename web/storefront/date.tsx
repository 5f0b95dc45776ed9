import { useSyncExternalStore } from 'react'

const never = () => () => {}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const moment = { dateStyle: 'medium', timeStyle: 'short' } as const

/** A day, the same for every reader. */
export function Day({ at }: { at: string }) {
  return <time dateTime={at}>{day.format(new Date(at))}</time>
}

/** Date and time where the reader is; in UTC, and so named, until the browser has said where. */
export function Moment({ at }: { at: string }) {
  const local = useSyncExternalStore(
    never,
    () => new Intl.DateTimeFormat('en-US', moment).format(new Date(at)),
    () =>
      `${new Intl.DateTimeFormat('en-US', { ...moment, timeZone: 'UTC' }).format(new Date(at))} UTC`,
  )
  return <time dateTime={at}>{local}</time>
}
