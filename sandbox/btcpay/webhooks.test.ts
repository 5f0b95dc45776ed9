import { expect, test } from 'vitest'
import { event } from '#server/adapters/payments/btcpay-responses.ts'
import type { Courier } from '../courier.ts'
import { openStore } from '../store.ts'
import { actOnInvoice } from './actions.ts'
import { createBtcpayWorld, createInvoice } from './invoices.ts'
import { invoiceEvent } from './published.ts'

/** Performs the actions on an invoice and returns its events. */
function eventsOf(...actions: string[]) {
  const sent: unknown[] = []
  const courier = {
    send: ({ body }: { body: string }) => void sent.push(JSON.parse(body)),
  } as unknown as Courier
  const store = { storeId: 'store', webhookUrl: 'https://shop.example/api/webhooks/btcpay' }
  const world = createBtcpayWorld(openStore(), courier, store)
  const metadata = { shopOrder: '0b9f6d5e-3c8a-4f7e-9a41-6d2f1c0e8b57' }
  const given = { amount: '24.99', currency: 'USD', method: 'BTC-CHAIN', metadata } as const
  const invoice = createInvoice(world, { ...given, expirationMinutes: 15, monitoringMinutes: 60 })
  for (const action of actions) actOnInvoice(world, world.invoices.get(invoice.id)!, action)
  return sent
}

test.each([
  [['confirm'], ['Created', 'ReceivedPayment', 'Processing', 'PaymentSettled', 'Settled']],
  [
    ['underpay', 'expire'],
    ['Created', 'ReceivedPayment', 'PaymentSettled', 'Expired'],
  ],
  [
    ['delay', 'fail'],
    ['Created', 'ReceivedPayment', 'Processing', 'Invalid'],
  ],
  [
    ['expire', 'pay-late'],
    ['Created', 'Expired', 'ReceivedPayment', 'PaymentSettled'],
  ],
])(
  'the events of an invoice after %j have the published fields, which the shop reads',
  (actions, types) => {
    const sent = eventsOf(...actions).map((body) => invoiceEvent.parse(body))
    expect(sent.map(({ type }) => type)).toEqual(types.map((type) => `Invoice${type}`))
    for (const body of sent) {
      const { type, deliveryId, invoiceId, metadata } = event.parse(body)
      expect([type, deliveryId, invoiceId]).toEqual([body.type, body.deliveryId, body.invoiceId])
      expect(metadata?.shopOrder).toBe(body.metadata.shopOrder)
    }
  },
)

test('each payment that the network confirms has an event of its own', () => {
  const sent = eventsOf('delay-part', 'confirm').map((body) => invoiceEvent.parse(body))
  const settled = sent.flatMap((body) =>
    body.type === 'InvoicePaymentSettled' ? [body.payment.id] : [],
  )
  expect(new Set(settled).size).toBe(2)
})
