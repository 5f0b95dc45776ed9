import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PaymentStatus, paymentStatuses } from '#contract/selling/orders.ts'
import { advance, type OrderEvent } from './status.ts'

const status = fc.constantFrom(...paymentStatuses)
const observed = fc.constantFrom<OrderEvent>(
  ...paymentStatuses,
  'dispute_won',
  'dispute_lost',
  'window_over',
  'too_little',
  'failed_seen',
)
const anyEvents = fc.array(observed, { maxLength: 30 })

const after = (from: PaymentStatus, events: OrderEvent[]) => events.reduce(advance, from)

test('a finished order is only ever finished, refunded or disputed', () => {
  fc.assert(
    fc.property(anyEvents, (events) => {
      expect(['finished', 'refunded', 'disputed']).toContain(after('finished', events))
    }),
  )
})

test('no order becomes pending again, and a refund is final', () => {
  fc.assert(
    fc.property(status, anyEvents, (from, events) => {
      if (from !== 'waiting') expect(after(from, events)).not.toBe('waiting')
      expect(after('refunded', events)).toBe('refunded')
    }),
  )
})

test('a repeated event counts once', () => {
  fc.assert(
    fc.property(status, observed, (from, event) => {
      expect(after(from, [event, event])).toBe(after(from, [event]))
    }),
  )
})

test('money that arrives counts in any earlier state', () => {
  const unpaid = ['waiting', 'confirming', 'partially_paid', 'expired', 'failed'] as const
  fc.assert(
    fc.property(
      fc.constantFrom(...unpaid),
      fc.array(fc.constantFrom(...unpaid)),
      (from, events) => {
        expect(after(from, [...events, 'finished'])).toBe('finished')
      },
    ),
  )
})

test('only a dispute that was won makes a disputed order finished again', () => {
  fc.assert(
    fc.property(observed, (event) => {
      expect(advance('disputed', event) === 'finished').toBe(event === 'dispute_won')
    }),
  )
})

test('an expired payment window does not stop money on its way', () => {
  const closed = paymentStatuses.filter((from) => advance(from, 'window_over') !== from)
  expect(closed).toEqual(['waiting'])
  expect(advance('waiting', 'window_over')).toBe('expired')
  expect(advance('partially_paid', 'expired')).toBe('partially_paid')
})

test('an expired order fails only if money was seen for it', () => {
  expect(advance('expired', 'failed')).toBe('expired')
  expect(advance('expired', 'failed_seen')).toBe('failed')
  for (const from of ['waiting', 'confirming', 'partially_paid'] as const)
    expect(advance(from, 'failed_seen')).toBe('failed')
})
