import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { CardRenewal } from '#contract/access/card-renewal.ts'
import type { Order } from '#contract/selling/orders.ts'
import { OrderCard } from './order-card.tsx'

const order = {
  ...{ id: 'a-period', created_at: '2026-11-20T00:00:00Z', type: 'card' },
  ...{ payment_status: 'waiting', total_price: 19.99, refunded: 0, refunds: [], items: [] },
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
  ...{ dispute: null, document: null, accepted: null, payment_id: null, renewals: [] },
  ...{ autorenew: true, renews_otherwise: false, renews: 'the-first', running: [1] },
} as unknown as Order

const failing = {
  ...{ id: 1, state: 'retrying', product_name: 'Night Vision', price: 19.99, next_try: null },
  ...{ card: { brand: 'visa', last4: '4242' }, gives_up: null, held_for: null, lent: 0 },
  ...{ failure: 'Your card has insufficient funds.', discount: null, price_change: null },
} as unknown as CardRenewal

function shown(of: Order, renewals: CardRenewal[] = [failing]) {
  const element = <OrderCard order={of} renewals={renewals} />
  return renderToStaticMarkup(
    <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />,
  )
}

test('the unpaid order of a renewal links to Subscriptions, not to the checkout', () => {
  const period = shown(order)
  expect(period).toContain('Go to Subscriptions')
  expect(period).not.toContain('Back to checkout')
  const begun = shown({ ...order, renews: null, running: [] })
  expect(begun).toContain('Back to checkout')
  expect(begun).not.toContain('Subscriptions')
})

test('an expired order can be bought again, unless money has arrived for it', () => {
  const expired: Order = { ...order, type: 'crypto', payment_status: 'expired', renews: null }
  expect(shown(expired, [])).toContain('Buy again')
  const missing = { arrived: 0.0001, pay_amount: null, amount: 9 }
  const short = { ...expired, missing, pay_currency: 'btc' } as Order
  expect(shown(short, [])).not.toContain('Buy again')
})

test('a surplus without a refund offer is shown with the reason', () => {
  const surplus = { amount: 0.4, coins: 0.000004, currency: 'btc' }
  const paid: Order = { ...order, type: 'crypto', payment_status: 'finished', surplus }
  expect(shown(paid, [])).toContain('(about $0.40) more than this order costs')
  expect(shown(paid, [])).toContain('Less than $1.00 is not refunded automatically')
  expect(shown({ ...paid, surplus: null }, [])).not.toContain('more than this order costs')
})

test('an order says why its renewal failed, and says nothing about a renewal that continues', () => {
  const paid: Order = { ...order, payment_status: 'finished', renews: null }
  expect(shown(paid)).toContain('Your card has insufficient funds.')
  expect(shown(paid)).toContain('Manage under Subscriptions')
  expect(shown(paid, [{ ...failing, state: 'held', held_for: 'dispute' }])).toContain(
    'The renewal is on hold: nothing is charged',
  )
  const on: CardRenewal = { ...failing, state: 'on', next_charge: '2026-12-15T00:00:00Z' }
  expect(shown(paid, [on])).not.toContain('Subscriptions')
  for (const [card, why] of [
    [null, 'Choose a card before then.'],
    [{ ...failing.card!, expires_before: true }, 'This card expires before then.'],
  ] as const) {
    expect(shown(paid, [{ ...on, card }])).toContain(why)
    expect(shown(paid, [{ ...on, card }])).toContain('Manage under Subscriptions')
  }
  expect(shown({ ...paid, running: [] })).not.toContain('Subscriptions')
})

test('an order of a lifetime says nothing about its renewal', () => {
  const paid: Order = { ...order, payment_status: 'finished', autorenew: false, running: [] }
  const item = { id: 1, name: 'Night Vision', price: 200, sale: 0, discount: null }
  const bought = (plan: string) =>
    shown({ ...paid, items: [{ ...item, plan }] } as unknown as Order, [])
  expect(bought('lifetime')).not.toContain('Renewal')
  expect(bought('1m')).toContain('Renewal is off')
})

test('an order says which payment of it is being reviewed, and what happens next', () => {
  const refunded: Order = { ...order, type: 'crypto', payment_status: 'refunded', renews: null }
  const after = shown({ ...refunded, review: 'already_refunded' }, [])
  expect(after).toContain('after the money of this order had been returned')
  expect(after).toContain('We are reviewing the payment and will write to you if money goes back.')
  const paid: Order = { ...refunded, payment_status: 'finished', review: 'lifetime_owned' }
  expect(shown(paid, [])).toContain('You already had a lifetime of a product in this order')
  expect(shown(refunded, [])).not.toContain('We are reviewing')
})

test('a refunded order strikes its total and keeps its receipt', () => {
  const document = { kind: 'receipt' } as unknown as Order['document']
  const paid: Order = { ...order, payment_status: 'finished', renews: null, document }
  const refund = { id: 'one', amount: 19.99, status: 'succeeded', by_bank: false } as const
  const refunds = [{ ...refund, created_at: '2026-11-21T00:00:00Z' }]
  const refunded = shown({ ...paid, payment_status: 'refunded', refunds }, [])
  expect(refunded).toMatch(/<s [^>]*>\$19\.99<\/s>/)
  expect(refunded).toContain('−$19.99')
  for (const card of [refunded, shown(paid, [])]) {
    expect(card).toContain('aria-label="Receipt of order a-period"')
  }
  expect(shown(paid, [])).not.toContain('<s ')
})
