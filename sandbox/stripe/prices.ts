import type Stripe from 'stripe'
import { objectId, unixNow } from '../ids.ts'

export type PriceInput = {
  currency: string
  unitAmount: number
  product: string
  recurring: { interval: string; intervalCount: number } | null
}

/** Decimals travel as strings. */
export function decimal(value: number): Stripe.Decimal {
  return String(value) as unknown as Stripe.Decimal
}

export function buildPrice({ currency, unitAmount, product, recurring }: PriceInput): Stripe.Price {
  return {
    id: objectId('price'),
    object: 'price',
    active: false,
    billing_scheme: 'per_unit',
    created: unixNow(),
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product,
    recurring: recurring && {
      interval: recurring.interval,
      interval_count: recurring.intervalCount,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: unitAmount,
    unit_amount_decimal: decimal(unitAmount),
  }
}

/** The older form of a recurring price, which subscription items still carry. */
export function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: false,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}

/** The end of a billing period that starts then, both in unix seconds. */
export function periodEnd(start: number, recurring: Stripe.Price.Recurring): number {
  const { interval, interval_count: count } = recurring
  const date = new Date(start * 1000)
  if (interval === 'day') return start + count * 86_400
  if (interval === 'week') return start + count * 7 * 86_400
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + count * (interval === 'year' ? 12 : 1))
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return Math.floor(date.getTime() / 1000)
}
