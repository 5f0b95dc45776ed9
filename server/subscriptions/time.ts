import type { Months } from '#contract/wire.ts'

const secondsInDay = 86_400

/** What the shop calls a month: 1, 3, 6 and 12 months are 30, 90, 180 and 365 days. */
const daysOf: Record<Months, number> = { 1: 30, 3: 90, 6: 180, 12: 365 }

export function monthsToDays(months: Months): number {
  return daysOf[months]
}

export function daysToSeconds(days: number): number {
  return days * secondsInDay
}

export function monthsToSeconds(months: Months): number {
  return daysToSeconds(monthsToDays(months))
}
