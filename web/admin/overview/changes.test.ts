import { expect, test } from 'vitest'
import { changesOf } from './changes.ts'

const charts = {
  users: [3, 9],
  orders: [{ payment_status: 'finished' as const, orders: 5 }],
  revenue: { card: [10, -30.5], crypto: [0, 0] },
  before: { users: 10, orders: 10, revenue: 0, subscriptions: 40 },
}

test('figures show their change in the period, compared with the period before', () => {
  expect(changesOf({ active_subscriptions: 37 }, charts, 30)).toEqual({
    total_users: '+12 in 30 days, up 20%',
    active_subscriptions: '−3 in 30 days',
    completed_orders: '+5 in 30 days, down 50%',
    // There is nothing to compare with.
    gross_total_revenue: '−$20.50 in 30 days',
  })
})
