import { isolated } from './isolate.ts'
import type { Months } from './wire.ts'

/** The term of a purchase: `7d`, `2w`, `3m`, or `lifetime`. */
export type Plan = string

type Unit = 'd' | 'w' | 'm'

/** A card renews after three years at most, so only a lifetime plan is longer. */
const units: Record<Unit, { name: string; most: number; days: (count: number) => number }> = {
  d: { name: 'Day', most: 365, days: (count) => count },
  w: { name: 'Week', most: 52, days: (count) => count * 7 },
  // 1, 3, 6 and 12 months are 30, 90, 180 and 365 days.
  m: {
    name: 'Month',
    most: 36,
    days: (count) => Math.floor(count / 12) * 365 + (count % 12) * 30,
  },
}

/** Returns null for a lifetime plan. */
function read(plan: Plan): { unit: Unit; count: number } | null {
  return plan === 'lifetime'
    ? null
    : { unit: plan.at(-1) as Unit, count: Number.parseInt(plan, 10) }
}

export function isPlan(text: string): boolean {
  if (text === 'lifetime') return true
  if (!/^[1-9]\d{0,2}[dwm]$/.test(text)) return false
  const { unit, count } = read(text)!
  return count <= units[unit].most
}

/** Returns null for a lifetime plan, which has no end. */
export function daysOf(plan: Plan): number | null {
  const term = read(plan)
  return term && units[term.unit].days(term.count)
}

export const planOf = (months: Months): Plan => `${months}m`

/**
 * The ledger entry of a lifetime plan: a thousand years in seconds, which are added and revoked
 * like any other time. A subscription with this much time is shown without an end.
 */
export const lifetimeSeconds = 365_000 * 86_400

export const isLifetime = (seconds: number) => seconds >= lifetimeSeconds

/**
 * Formats the time of a ledger entry or a subscription. Every text that shows such time uses this
 * function, because a lifetime must not be shown as a number of days.
 */
export const lifetimeOr = (seconds: number, format: (seconds: number) => string) =>
  isLifetime(seconds) ? 'a lifetime' : format(seconds)

/** The same with a product: `the lifetime of Night Vision`, `21 days of Night Vision`. */
export const timeOf = (product: string, seconds: number, format: (seconds: number) => string) =>
  isLifetime(seconds)
    ? isolated`the lifetime of ${product}`
    : isolated`${format(seconds)} of ${product}`

/** The number of months in a plan, or null if it is not in months. */
export function monthsIn(plan: Plan): number | null {
  const term = read(plan)
  return term?.unit === 'm' ? term.count : null
}

/** 1, 3, 6 or 12 months, which the API calls `term_length`. Null for any other plan. */
export function monthsOf(plan: Plan): Months | null {
  const months = monthsIn(plan)
  return months === 1 || months === 3 || months === 6 || months === 12 ? months : null
}

/** A plan in request format: 1, 3, 6 and 12 months as `term_length`, any other as `plan`. */
export function inputOf(plan: Plan): { term_length: Months } | { plan: Plan } {
  const months = monthsOf(plan)
  return months ? { term_length: months } : { plan }
}

/** `3 Months`, `1 Week`, `Lifetime`. */
export function labelOf(plan: Plan): string {
  const term = read(plan)
  if (!term) return 'Lifetime'
  const { name } = units[term.unit]
  return term.count === 1 ? `1 ${name}` : `${term.count} ${name}s`
}

/** A plan as the operator configures it: with a fixed price, or with a saving in percent. */
export type PlanRule = {
  plan: Plan
  popular: boolean
} & ({ savings: number; cents: null } | { savings: null; cents: number })

const saving = (months: Months, savings: number): PlanRule => ({
  plan: planOf(months),
  savings,
  cents: null,
  popular: false,
})

/** The plans of every product that has no plans of its own. */
export const defaultPlans: readonly PlanRule[] = [
  saving(1, 0),
  saving(3, 10),
  saving(6, 20),
  saving(12, 30),
]

/** Maximum number of plans per product. */
export const mostPlans = 12

/** The inputs for a product's prices. */
export type PriceRule = {
  monthlyCents: number
  /** Null: the default plans apply. */
  plans: readonly PlanRule[] | null
  /** Rounds totals with a saving up to the next 99 cents, but never above the regular price. */
  endsIn99: boolean
  /** The current sale's reduction of every plan, in percent; 0 without a sale. */
  salePercent: number
}

export type PlanPrice = {
  plan: Plan
  popular: boolean
  /** Percent below the monthly price. */
  savings: number
  /** The cost at the monthly price. Null for a lifetime plan, which has no number of months. */
  regularCents: number | null
  /** The price without a sale. */
  listCents: number
  /** The current price. */
  cents: number
}

/** The monthly price for the length of a plan. Plans that are not in months are prorated by day. */
function regularOf(monthlyCents: number, plan: Plan): { times: number; per: number } | null {
  const term = read(plan)
  if (!term) return null
  if (term.unit === 'm') return { times: monthlyCents * term.count, per: 1 }
  return { times: monthlyCents * units[term.unit].days(term.count), per: 30 }
}

/**
 * The price of a plan in cents. A plan with a saving costs monthly price × (1 − savings/100) ×
 * months, rounded half up to a cent. This is the only place that calculates it: the displayed,
 * stored and charged prices all come from here.
 */
export function priceOfPlan(product: PriceRule, rule: PlanRule): PlanPrice {
  const { monthlyCents, endsIn99, salePercent } = product
  const { plan, popular } = rule
  const regular = regularOf(monthlyCents, plan)
  const regularCents = regular && Math.round(regular.times / regular.per)
  let listCents = rule.cents ?? 0
  let savings = rule.savings ?? 0
  if (rule.cents !== null) {
    if (regular && regular.times > 0) {
      savings = Math.max(0, Math.floor(100 - (100 * rule.cents * regular.per) / regular.times))
    }
  } else if (regular) {
    listCents = Math.round((regular.times * (100 - rule.savings)) / (100 * regular.per))
    const rounds = endsIn99 && regular.times > monthlyCents && regular.per === 1
    if (rounds) listCents = Math.min(Math.ceil((listCents - 99) / 100) * 100 + 99, regularCents!)
  }
  const cents = listCents - Math.round((listCents * salePercent) / 100)
  return { plan, popular, savings, regularCents, listCents, cents }
}

/** The price of each plan of a product, in the operator's order. */
export function pricesOf(product: PriceRule): PlanPrice[] {
  return (product.plans ?? defaultPlans).map((rule) => priceOfPlan(product, rule))
}

/** Maximum number of products per order. */
export const mostItems = 20
