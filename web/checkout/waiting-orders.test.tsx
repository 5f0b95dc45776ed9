// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Order, orders } from '#contract/selling/orders.ts'
import { payments } from '#contract/selling/payments.ts'
import { fakeApi } from '../testing/fake-api.ts'
import { renderPages } from '../testing/page.tsx'
import { WaitingOrders } from './waiting-orders.tsx'

function waitingFor(product: number, name: string): Order {
  const id = `00000000-0000-4000-8000-00000000000${product}`
  const item = { id: product, name, plan: '1m', term_length: 1 as const, price: 9.99, sale: 0 }
  return {
    ...{ id, created_at: '2026-11-20T00:00:00Z', type: 'crypto', payment_status: 'waiting' },
    ...{ payment_id: 1, total_price: 9.99, refunded: 0, refunds: [], pay_amount: 0.0001 },
    ...{ pay_currency: 'btc', missing: null, unexpected: [], review: null, repriced: false },
    ...{ can_cancel: true, seen: null, payout: null, surplus: null, autorenew: false },
    ...{ renews_otherwise: false, renewals: [], renews: null, running: [], dispute: null },
    ...{ can_request_refund: false, document: null, accepted: null },
    items: [{ ...item, discount: null, renew: false, replace_renewal: false }],
  }
}

test('an unpaid order for a product in the cart can be cancelled at the checkout', async () => {
  const server = fakeApi()
  let held = [waitingFor(1, 'Apex Drift'), waitingFor(2, 'Low Tide')]
  server.on(orders.list, () => held)
  server.on(payments.cancel, ({ params }) => {
    const cancelled = held.find(({ id }) => id === params.id)!
    held = held.filter((order) => order !== cancelled)
    return { ...cancelled, payment_status: 'expired' as const, can_cancel: false }
  })
  const { click } = await renderPages({
    '/checkout': () => <WaitingOrders products={[1, 3]} />,
  })
  await screen.findByText(/^You have an unpaid order for .*Apex Drift/)
  expect(screen.queryByText(/Low Tide/)).toBeNull()
  await click(screen.getByRole('button', { name: 'Cancel Order' }))
  await click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel Order' }))
  await waitFor(() => expect(screen.queryByText(/You have an unpaid order/)).toBeNull())
})
