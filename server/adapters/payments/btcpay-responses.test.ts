import { expect, test } from 'vitest'
import { statusOf } from './btcpay-responses.ts'

const late = { status: 'Expired', additionalStatus: 'None' } as const
const came = (...states: ('Invalid' | 'Processing' | 'Settled')[]) => ({
  payments: states.map((status, n) => ({ id: `${n}`, status })),
  due: 0.1,
})

test.each([
  ['nothing came', came(), 'expired'],
  ['what came was spent elsewhere', came('Invalid'), 'expired'],
  ['a part is there', came('Settled'), 'partially_paid'],
  ['a part is there and another was spent elsewhere', came('Settled', 'Invalid'), 'partially_paid'],
  ['a part is still to be confirmed', came('Settled', 'Processing'), 'confirming'],
])('an invoice that is over, when %s', (_, method, status) => {
  expect(statusOf(late, method)).toBe(status)
})
