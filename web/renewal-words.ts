import { labelOf, type Plan } from '#contract/terms.ts'

/** `every month`, `every 3 months`. */
export function everyOf(plan: Plan): string {
  return `every ${labelOf(plan).toLowerCase().replace(/^1 /, '')}`
}

const adjectives: Record<Plan, string> = {
  '1d': 'daily',
  '1w': 'weekly',
  '1m': 'monthly',
  '12m': 'yearly',
}

/** `monthly`, `3-month`: before 'renewal'. */
export function adjectiveOf(plan: Plan): string {
  return adjectives[plan] ?? labelOf(plan).toLowerCase().replace(' ', '-').replace(/s$/, '')
}
