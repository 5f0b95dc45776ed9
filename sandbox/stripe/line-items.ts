import type Stripe from 'stripe'
import { objectId } from '../ids.ts'
import { buildPrice } from './prices.ts'
import type { SessionCreate } from './session-params.ts'

export function buildLineItem(input: SessionCreate['line_items'][number]): Stripe.LineItem {
  const { price_data: data, quantity } = input
  const amount = data.unit_amount * quantity
  return {
    id: objectId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: data.currency,
    description: data.product_data.name,
    metadata: input.metadata ?? {},
    price: buildPrice({
      currency: data.currency,
      unitAmount: data.unit_amount,
      product: objectId('prod', 14),
      recurring: data.recurring
        ? { interval: data.recurring.interval, intervalCount: data.recurring.interval_count }
        : null,
    }),
    quantity,
  }
}

/** Takes a coupon off the items, in proportion to their prices, to the cent. */
export function applyCoupon(items: Stripe.LineItem[], coupon: Stripe.Coupon): Stripe.LineItem[] {
  const subtotal = items.reduce((sum, item) => sum + item.amount_subtotal, 0)
  const wanted = coupon.amount_off ?? Math.round((subtotal * (coupon.percent_off ?? 0)) / 100)
  const discount = Math.min(wanted, subtotal)
  let priced = 0
  let given = 0
  return items.map((item) => {
    priced += item.amount_subtotal
    const share = Math.round((discount * priced) / (subtotal || 1)) - given
    given += share
    return { ...item, amount_discount: share, amount_total: item.amount_subtotal - share }
  })
}
