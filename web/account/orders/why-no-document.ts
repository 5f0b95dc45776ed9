import type { Order } from '#contract/selling/orders.ts'

type Facts = Pick<Order, 'payment_status' | 'total_price'>

/** Why an order has neither a receipt nor an invoice. */
export function whyNoDocument({ payment_status, total_price }: Facts): string {
  if (total_price === 0) return 'This order cost nothing, so there is no receipt for it.'
  if (payment_status === 'expired' || payment_status === 'failed')
    return 'There is no receipt for this order, because it was not paid.'
  if (payment_status !== 'finished') return 'The receipt is created when the payment arrives.'
  return 'The receipt for this order is not ready yet. Please check again in a minute.'
}
