import { expect, test } from 'vitest'
import { whyNoDocument } from './why-no-document.ts'

test('an order that was not paid promises no receipt, and a pending one does', () => {
  const reason = (payment_status: 'expired' | 'failed' | 'waiting' | 'partially_paid') =>
    whyNoDocument({ payment_status, total_price: 5 })
  const unpaid = 'There is no receipt for this order, because it was not paid.'
  expect([reason('expired'), reason('failed')]).toEqual([unpaid, unpaid])
  for (const pending of ['waiting', 'partially_paid'] as const)
    expect(reason(pending)).toContain('when the payment arrives')
})
