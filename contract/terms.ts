import type { Months } from './wire.ts'

/** How long something is bought for: `7d`, `2w`, `3m`, or `lifetime`. */
export type Plan = string

type Unit = 'd' | 'w' | 'm'

/** A card renews after three years at most, so nothing but a lifetime is longer. */
const units: Record<Unit, { name: string; most: number; days: (count: number) => number }> = {
  d: { name: 'Day', most: 365, days: (count) => count },
  w: { name: 'Week', most: 52, days: (count) => count * 7 },
  // What the shop calls a month: 1, 3, 6 and 12 months are 30, 90, 180 and 365 days.
  m: {
    name: 'Month',
    most: 36,
    days: (count) => Math.floor(count / 12) * 365 + (count % 12) * 30,
  },
}

/** Null of a lifetime. */
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

/** Null of a lifetime, which has no end. */
export function daysOf(plan: Plan): number | null {
  const term = read(plan)
  return term && units[term.unit].days(term.count)
}

export const planOf = (months: Months): Plan => `${months}m`

/**
 * What a plan for life enters into the ledger: a thousand years of seconds, which are added to and taken
 * back as any other time. A run with as many is shown without its end.
 */
export const lifetimeSeconds = 365_000 * 86_400

export const isLifetime = (seconds: number) => seconds >= lifetimeSeconds

/** How many months a plan has; null where it is not sold by the month. */
export function monthsIn(plan: Plan): number | null {
  const term = read(plan)
  return term?.unit === 'm' ? term.count : null
}

/** 1, 3, 6 or 12 months, which the wire calls `term_length`; null for any other plan. */
export function monthsOf(plan: Plan): Months | null {
  const months = monthsIn(plan)
  return months === 1 || months === 3 || months === 6 || months === 12 ? months : null
}

/** A plan as a request gives it: 1, 3, 6 and 12 months as `term_length`, any other as `plan`. */
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

/** A plan as an operator sets it: at a price of its own, or by what it saves in percent. */
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

/** The plans of every product that has none of its own. */
export const defaultPlans: readonly PlanRule[] = [
  saving(1, 0),
  saving(3, 10),
  saving(6, 20),
  saving(12, 30),
]

/** Plans of one product. */
export const mostPlans = 12

/** What a product's prices are made from. */
export type PriceRule = {
  monthlyCents: number
  /** Null: those of every product. */
  plans: readonly PlanRule[] | null
  /** Totals of what saves are rounded up to the next 99 cents, never above the monthly price. */
  endsIn99: boolean
  /** What every plan is reduced by at this moment; 0 without a sale. */
  salePercent: number
}

export type PlanPrice = {
  plan: Plan
  popular: boolean
  /** Percent below the monthly price. */
  savings: number
  /** At the monthly price; null of a lifetime, which no months add up to. */
  regularCents: number | null
  /** Without a sale. */
  listCents: number
  /** What it costs now. */
  cents: number
}

/** The monthly price for as long as a plan runs, by the day where it is not months. */
function regularOf(monthlyCents: number, plan: Plan): { times: number; per: number } | null {
  const term = read(plan)
  if (!term) return null
  if (term.unit === 'm') return { times: monthlyCents * term.count, per: 1 }
  return { times: monthlyCents * units[term.unit].days(term.count), per: 30 }
}

/**
 * The price of a plan in cents. One that saves costs monthly price × (1 − savings/100) × months, rounded
 * half up to a cent. The one place that knows it: what is shown, kept in the cart and charged comes from
 * here.
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

/** What each plan of a product costs, in the operator's order. */
export function pricesOf(product: PriceRule): PlanPrice[] {
  return (product.plans ?? defaultPlans).map((rule) => priceOfPlan(product, rule))
}

/** Products in one order. */
export const mostItems = 20
