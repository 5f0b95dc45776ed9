import { labelOf, type Plan } from '#contract/wire/terms.ts'
import { shopNow } from './clock.ts'
import { formatDay } from './format.ts'

/** `every month`, `every 3 months`. */
export function everyOf(plan: Plan): string {
  return `every ${labelOf(plan).toLowerCase().replace(/^1 /, '')}`
}

/** `a month`, `2 weeks`, `a lifetime`. */
export function termOf(plan: Plan): string {
  const label = labelOf(plan).toLowerCase()
  return plan === 'lifetime' ? `a ${label}` : label.replace(/^1 /, 'a ')
}

/** `after 3 charges`: when a code no longer applies. */
export const afterCode = (charges: number) =>
  charges === 1 ? 'after that charge' : `after ${charges} charges`

const adjectives: Record<Plan, string> = {
  '1d': 'daily',
  '1w': 'weekly',
  '1m': 'monthly',
  '12m': 'yearly',
}

/** Returns the plan as an adjective before 'renewal', such as `monthly` or `3-month`. */
export function adjectiveOf(plan: Plan): string {
  return adjectives[plan] ?? labelOf(plan).toLowerCase().replace(' ', '-').replace(/s$/, '')
}

/**
 * Whether the term has ended. While a payment is retried, the term may end before the renewal does.
 */
export const isOver = (ends: string) => Date.parse(ends) <= shopNow()

/** The time that remains after a renewal was stopped. */
export const timeLeft = (ends: string) =>
  isOver(ends)
    ? `your time ended on ${formatDay(ends)}`
    : `you keep your time until ${formatDay(ends)}`
