import type Stripe from 'stripe'
import { afterEach, expect, test } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { control, startTestSandbox, startTestShop } from '../test-shop.ts'
import { testStripe } from './test-stripe.ts'

const shop = await fileFixture(startTestShop().then((shop) => ({ ...shop, close: shop.stop })))
const sandbox = await fileFixture(
  startTestSandbox(shop).then((sandbox) => ({ ...sandbox, close: sandbox.stop })),
)
const stripe = testStripe(sandbox)

afterEach(() => control(sandbox, 'reset'))

let orders = 0

/** Pays, performs the bank's action by order number, and returns the dispute. */
async function disputed(action: string, body: object = {}) {
  orders += 1
  const order = `order-${orders}`
  const { id } = await stripe.checkout.sessions.create({
    ui_mode: 'elements',
    mode: 'payment',
    client_reference_id: order,
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'usd', unit_amount: 2499, product_data: { name: 'A game' } },
      },
    ],
    return_url: `${shop.url}/checkout/success`,
  })
  await control(sandbox, `stripe/sessions/${id}/confirm?wait=true`)
  await control(sandbox, `stripe/orders/${order}/${action}?wait=true`, { body })
  const { payment_intent } = await stripe.checkout.sessions.retrieve(id)
  const { data } = await stripe.disputes.list({ payment_intent: String(payment_intent) })
  return { order, intent: String(payment_intent), dispute: data[0]! }
}

test('a dispute has the reason, the amount and the due date that it is given', async () => {
  const { dispute } = await disputed('dispute', { reason: 'duplicate', amount: 5.5, due: 3 })
  expect(dispute).toMatchObject({ reason: 'duplicate', amount: 550, status: 'needs_response' })
  const { due_by } = dispute.evidence_details
  expect(due_by! - dispute.created).toBe(3 * 86_400)
})

test('evidence is staged, then submitted once, within its limits', async () => {
  const { dispute } = await disputed('dispute')
  const long = 'x'.repeat(20_001)
  const write = (evidence: object, submit: boolean) =>
    stripe.disputes.update(dispute.id, { evidence, submit })
  await expect(write({ uncategorized_text: long }, false)).rejects.toThrow()
  await expect(write({ shipping_carrier: 'UPS', nothing_known: 'x' }, false)).rejects.toThrow()
  const staged = await write({ customer_name: 'Ann' }, false)
  expect(staged).toMatchObject({
    status: 'needs_response',
    evidence_details: { has_evidence: true, submission_count: 0 },
  })
  const sent = await write({ product_description: 'A game' }, true)
  expect(sent).toMatchObject({
    status: 'under_review',
    evidence: { customer_name: 'Ann', product_description: 'A game' },
    evidence_details: { submission_count: 1 },
  })
  await expect(write({ customer_name: 'Bob' }, true)).rejects.toThrow('already')
})

test('a dispute that is closed is lost, and an inquiry may be withdrawn or become one', async () => {
  const { dispute } = await disputed('dispute')
  expect(await stripe.disputes.close(dispute.id)).toMatchObject({ status: 'lost' })
  const asked = await disputed('dispute-warning')
  expect(asked.dispute.status).toBe('warning_needs_response')
  const chargeOf = async (intent: string) =>
    (await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] }))
      .latest_charge as Stripe.Charge
  expect((await chargeOf(asked.intent)).disputed).toBe(false)
  await control(sandbox, `stripe/orders/${asked.order}/dispute-escalate?wait=true`)
  expect(await stripe.disputes.retrieve(asked.dispute.id)).toMatchObject({
    status: 'needs_response',
  })
  expect((await chargeOf(asked.intent)).disputed).toBe(true)
})

test('an early fraud warning sends a webhook and can be read', async () => {
  const { intent, dispute } = await disputed('fraud-warning')
  expect(dispute).toBeUndefined()
  const { data } = await stripe.radar.earlyFraudWarnings.list({ payment_intent: intent })
  expect(await stripe.radar.earlyFraudWarnings.retrieve(data[0]!.id)).toMatchObject({
    actionable: true,
    payment_intent: intent,
  })
})
