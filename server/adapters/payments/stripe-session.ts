import type Stripe from 'stripe'
import type { CardOrder } from './card-provider.ts'
import { askedCurrency } from './own-currency.ts'

export function sessionParams(order: CardOrder): Stripe.Checkout.SessionCreateParams {
  const { orderId, customer } = order
  const metadata = { order_id: orderId }
  return {
    ui_mode: 'elements',
    return_url: order.returnUrl,
    client_reference_id: orderId,
    customer: customer.id,
    expires_at: Math.floor(order.expiresAt.getTime() / 1000),
    metadata,
    line_items: order.items.map(({ name, priceCents }) => ({
      quantity: 1,
      price_data: { currency: askedCurrency(), unit_amount: priceCents, product_data: { name } },
    })),
    mode: 'payment',
    // Stripe might charge another currency than shown, if the account's dashboard says so.
    adaptive_pricing: { enabled: false },
    payment_intent_data: {
      metadata,
      ...(customer.keepsCard && { setup_future_usage: 'off_session' }),
    },
  }
}
