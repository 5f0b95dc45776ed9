import type Stripe from 'stripe'
import { objectId, unixNow } from '../ids.ts'

type PriceInput = {
  currency: string
  unitAmount: number
  product: string
}

/** Decimals are sent as strings. */
function decimal(value: number): Stripe.Decimal {
  return String(value) as unknown as Stripe.Decimal
}

export function buildPrice({ currency, unitAmount, product }: PriceInput): Stripe.Price {
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
    recurring: null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'one_time',
    unit_amount: unitAmount,
    unit_amount_decimal: decimal(unitAmount),
  }
}
