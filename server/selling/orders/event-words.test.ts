import { expect, test } from 'vitest'
import { btcpayEvents } from '#server/adapters/payments/btcpay.ts'
import { statuses } from '#server/adapters/payments/nowpayments-responses.ts'
import { understoodTypes } from '#server/adapters/payments/stripe-events.ts'
import { wordsOfEvent } from './event-words.ts'

const aboutOrders = understoodTypes.filter((type) => !type.startsWith('payment_method.'))

test.each([...aboutOrders, ...Object.keys(statuses), ...btcpayEvents])(
  'the timeline describes the event %s in words',
  (type) => {
    expect(wordsOfEvent(type)).toMatch(/^[a-z, ]+$/)
    expect(wordsOfEvent(type)).not.toBe(type)
  },
)

test('the timeline separates the words of an unknown event', () => {
  expect(wordsOfEvent('charge.capture_delayed')).toBe('charge capture delayed')
  expect(wordsOfEvent('InvoicePaymentAdded')).toBe('invoice payment added')
})
