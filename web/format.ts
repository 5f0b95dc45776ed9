import { formatMoney } from '#contract/wire/currency.ts'
import { isolate } from '#contract/wire/isolate.ts'

// Numbers and times are in American English, whatever the browser's language, so that the server
// and the browser render the same.
const locale = 'en-US'

const counts = new Intl.NumberFormat(locale)
const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
const lists = new Intl.ListFormat(locale)
const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const timesOfDay = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
const seconds = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })
const fullMoments = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long' })
const utcDays = new Intl.DateTimeFormat(locale, {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
const utcMonths = new Intl.DateTimeFormat(locale, {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

type Time = Date | string | number

/** `1,234`. */
export const formatCount = (count: number) => counts.format(count)

/** `1 order`, `1,234 orders`. */
export const formatCounted = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** `1 person`, `1,234 people`. */
export const formatPeople = (count: number) => formatCounted(count, 'person', 'people')

/** `1.2K`. */
export const formatShortCount = (count: number) => compact.format(count)

/** `$1,234.50` from an amount as in the API: in units, not cents. */
export const formatPrice = (amount: number) => formatMoney(amount * 100)

/** `Nov 22, 2026`, in the reader's time zone: for pages that the browser renders. */
export const formatDay = (at: Time) => days.format(new Date(at))

/** `Nov 22, 2026, 2:05 PM`, in the time zone of the reader. */
export const formatMoment = (at: Time) => moments.format(new Date(at))

/** `2:05 PM` for today and `Nov 22, 2026, 2:05 PM` for another day, in the time zone of the reader. */
export function formatSince(at: Time, now: number) {
  const date = new Date(at)
  const today = date.toDateString() === new Date(now).toDateString()
  return (today ? timesOfDay : moments).format(date)
}

/** `Nov 22 – 25, 2026`, in the time zone of the reader. */
export const formatDayRange = (from: Time, to: Time) =>
  days.formatRange(new Date(from), new Date(to))

/** `Nov 22, 2026, 2:05:09 PM`, in the time zone of the reader. */
export const formatSecond = (at: Time) => seconds.format(new Date(at))

/** `Sunday, November 22, 2026 at 2:05:09 PM GMT+1`, in the time zone of the reader. */
export const formatFullMoment = (at: Time) => fullMoments.format(new Date(at))

/** `Nov 22` for a day in UTC. */
export const formatUtcDay = (at: Time) => utcDays.format(new Date(at))

/** `November 2026` for a month in UTC. */
export const formatUtcMonth = (at: Time) => utcMonths.format(new Date(at))

/** `A, B, and C`. */
export const formatList = (names: readonly string[]) => lists.format(names.map(isolate))

const megabyte = 1024 * 1024

/**
 * Formats bytes in the way of Windows: `87 KB` below one megabyte, `12.4 MB`, `3.1 GB` from a
 * thousand megabytes.
 */
export function formatSize(bytes: number): string {
  if (bytes < megabyte) return `${Math.ceil(bytes / 1024)} KB`
  if (bytes < 1000 * megabyte) return `${(bytes / megabyte).toFixed(1)} MB`
  return `${(bytes / megabyte / 1024).toFixed(1)} GB`
}
