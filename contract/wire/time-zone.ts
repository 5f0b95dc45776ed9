// This file has no schema, so that pages that only show times do not load the schema library.

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached: creating a format takes longer than using it a hundred times. */
function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  const known = formats.get(key) ?? new Intl.DateTimeFormat('en', options)
  formats.set(key, known)
  return known
}

const toTheMinute = {
  year: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const

/** `November 22, 2026`, in the given time zone. */
export const longDay = (at: Date, timeZone: string) =>
  format({ dateStyle: 'long', timeZone }).format(at)

/** `November 22, 2026 at 2:05 PM GMT+1`, in the given time zone. */
export const longMoment = (at: Date, timeZone: string) =>
  format({ ...toTheMinute, month: 'long', timeZone }).format(at)

/** `Nov 22, 2026`, in the given time zone. */
export const shortDay = (at: Date, timeZone: string) =>
  format({ dateStyle: 'medium', timeZone }).format(at)

/** `Nov 22, 2026, 2:05 PM GMT+1`, in the given time zone. */
export const shortMoment = (at: Date, timeZone: string) =>
  format({ ...toTheMinute, month: 'short', timeZone }).format(at)

/** `2026-11-22`, in the given time zone. */
export const isoDay = (at: Date, timeZone: string) =>
  new Date(at.getTime() + aheadOf(at, timeZone)).toISOString().slice(0, 10)

/**
 * The bounds of a month such as `2026-11` in the time zone, from its first moment to that of the
 * next month.
 */
export function monthIn(month: string, timeZone: string): { from: Date; until: Date } {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const first = (months: number) => atLocal(Date.UTC(year, months, 1), timeZone)
  return { from: first(number - 1), until: first(number) }
}

/** The moment at which the local time in the zone equals the UTC time `shown`. */
export function atLocal(shown: number, timeZone: string): Date {
  // The offset at the local time may differ from the offset at that moment of UTC.
  const near = shown - aheadOf(new Date(shown), timeZone)
  return new Date(shown - aheadOf(new Date(near), timeZone))
}

/** The offset of the time zone from UTC at that moment, in milliseconds. */
export function aheadOf(at: Date, timeZone: string): number {
  const part = Object.fromEntries(
    format({
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year, month, day, hour, minute, second } = part
  const shown = Date.UTC(year!, month! - 1, day, hour, minute, second)
  return shown - Math.floor(at.getTime() / 1000) * 1000
}
