import { daysOf, lifetimeSeconds, type Plan, planOf } from '#contract/wire/terms.ts'
import type { Months } from '#contract/wire/wire.ts'

const secondsInDay = 86_400

export function daysToSeconds(days: number): number {
  return days * secondsInDay
}

export function planToSeconds(plan: Plan): number {
  const days = daysOf(plan)
  return days === null ? lifetimeSeconds : daysToSeconds(days)
}

export function monthsToSeconds(months: Months): number {
  return planToSeconds(planOf(months))
}
