import type Stripe from 'stripe'
import type { CardOrder } from './payments.ts'
import { asked } from './stripe-failures.ts'

const currency = 'usd'

/**
 * What a checkout session is created with. Items that share a term are sold as a subscription at
 * their list prices, the discounts as one coupon on the first invoice, so that renewals cost the
 * list price. Items of mixed terms are sold once, at what they cost now.
 */
export function sessionParams(
  order: CardOrder,
  coupon: string | null,
): Stripe.Checkout.SessionCreateParams {
  const { orderId, renewal, customer } = order
  const metadata = { order_id: orderId }
  return {
    ui_mode: 'elements',
    return_url: order.returnUrl,
    client_reference_id: orderId,
    ...(customer ? { customer: customer.id } : { customer_email: order.email }),
    expires_at: Math.floor(order.expiresAt.getTime() / 1000),
    metadata,
    line_items: order.items.map(({ name, listCents, priceCents }) => ({
      quantity: 1,
      price_data: {
        currency,
        unit_amount: renewal ? listCents : priceCents,
        product_data: { name },
        // Days, as the store counts its months in days: the next payment is due when time runs out.
        ...(renewal && { recurring: { interval: 'day', interval_count: renewal.days } }),
      },
    })),
    ...(renewal
      ? { mode: 'subscription', subscription_data: { metadata } }
      : {
          mode: 'payment',
          payment_intent_data: {
            metadata,
            ...(customer?.keepsCard && { setup_future_usage: 'off_session' }),
          },
        }),
    ...(coupon && { discounts: [{ coupon }] }),
  }
}

/** The one coupon of a subscription's first invoice; null when nothing is taken off. */
export async function createCoupon(stripe: Stripe, order: CardOrder): Promise<string | null> {
  const off = order.items.reduce((sum, item) => sum + item.listCents - item.priceCents, 0)
  if (!order.renewal || off === 0) return null
  const coupon = await asked(() =>
    stripe.coupons.create(
      { duration: 'once', amount_off: off, currency, max_redemptions: 1, name: 'Discount' },
      { idempotencyKey: `${order.orderId} coupon` },
    ),
  )
  return coupon.id
}
