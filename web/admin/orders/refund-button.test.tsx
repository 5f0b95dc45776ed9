import { expect, test } from 'vitest'
import type { StaffOrder } from '#contract/selling/staff-orders.ts'
import { markupOf } from '../../testing/markup.tsx'
import { RefundButton } from './refund-button.tsx'

const order = {
  order: { id: 'b7e2', type: 'card' },
  refundable: { items: [], left: 9.99, renews: false },
  refund_obstacle: null,
} as unknown as StaffOrder

test('the header of an order has its refund button, or the reason why there is none', () => {
  expect(markupOf(<RefundButton order={order} hasRest={false} />)).toContain('>Refund<')
  const crypto = { ...order, order: { ...order.order, type: 'crypto' as const } }
  expect(markupOf(<RefundButton order={crypto} hasRest={false} />)).toContain('>Offer refund<')
  const free = { ...order, refundable: null, refund_obstacle: 'free' as const }
  expect(markupOf(<RefundButton order={free} hasRest={false} />)).toMatch(
    /^<p[^>]*>No refund: the customer paid nothing/,
  )
  const short = { ...crypto, refundable: null, refund_obstacle: 'unpaid' as const }
  expect(markupOf(<RefundButton order={short} hasRest />)).toContain('offered back under Payouts')
})
