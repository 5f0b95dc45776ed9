import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PaymentStatus, paymentStatuses } from '#contract/orders.ts'
import { advance, type News } from './status.ts'

const status = fc.constantFrom(...paymentStatuses)
const observed = fc.constantFrom<News>(
  ...paymentStatuses,
  'dispute_won',
  'dispute_lost',
  'window_over',
)
const anyNews = fc.array(observed, { maxLength: 30 })

const after = (from: PaymentStatus, news: News[]) => news.reduce(advance, from)

test('a finished order is only ever finished, refunded or disputed', () => {
  fc.assert(
    fc.property(anyNews, (news) => {
      expect(['finished', 'refunded', 'disputed']).toContain(after('finished', news))
    }),
  )
})

test('no order waits again, and a refund is the end', () => {
  fc.assert(
    fc.property(status, anyNews, (from, news) => {
      if (from !== 'waiting') expect(after(from, news)).not.toBe('waiting')
      expect(after('refunded', news)).toBe('refunded')
    }),
  )
})

test('the same news twice is news once', () => {
  fc.assert(
    fc.property(status, observed, (from, news) => {
      expect(after(from, [news, news])).toBe(after(from, [news]))
    }),
  )
})

test('money that arrives counts whatever came before it', () => {
  const unpaid = ['waiting', 'confirming', 'partially_paid', 'expired', 'failed'] as const
  fc.assert(
    fc.property(fc.constantFrom(...unpaid), fc.array(fc.constantFrom(...unpaid)), (from, news) => {
      expect(after(from, [...news, 'finished'])).toBe('finished')
    }),
  )
})

test('only a dispute that was won makes a disputed order finished again', () => {
  fc.assert(
    fc.property(observed, (news) => {
      expect(advance('disputed', news) === 'finished').toBe(news === 'dispute_won')
    }),
  )
})

test('a window that closes does not stop money that is on its way', () => {
  const closed = paymentStatuses.filter((from) => advance(from, 'window_over') !== from)
  expect(closed).toEqual(['waiting'])
  expect(advance('waiting', 'window_over')).toBe('expired')
  expect(advance('partially_paid', 'expired')).toBe('partially_paid')
})
