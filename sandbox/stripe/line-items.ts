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
    }),
    quantity,
  }
}
