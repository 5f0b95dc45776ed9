import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { mostOrders, type Order } from '#contract/selling/orders.ts'
import { ordersTab } from './orders-tab.tsx'

const order = {
  ...{ created_at: '2026-11-20T00:00:00Z', type: 'card', payment_status: 'finished' },
  ...{ total_price: 19.99, refunded: 0, refunds: [], items: [], renewals: [] },
  ...{
    pay_amount: null,
    pay_currency: null,
    missing: null,
    seen: null,
    payout: null,
    unexpected: [],
    review: null,
    repriced: false,
    can_cancel: false,
    surplus: null,
  },
  ...{ dispute: null, document: null, accepted: null, payment_id: null },
  ...{ autorenew: false, renews_otherwise: false, renews: null, running: [] },
}
const listed = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ ...order, id: `${at}-order` }) as unknown as Order)

test('the list says so if it shows only the latest orders', () => {
  const { Panel } = ordersTab as unknown as { Panel: (given: { data: object }) => React.ReactNode }
  const textOf = (count: number) =>
    renderToStaticMarkup(
      <MemoryRouter>
        <Panel data={{ orders: listed(count), renewals: [] }} />
      </MemoryRouter>,
    )
  expect(textOf(mostOrders)).toContain(`your latest ${mostOrders} orders`)
  expect(textOf(mostOrders - 1)).not.toContain('your latest')
})
