import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import Stripe from 'stripe'
import { afterEach, expect, test } from 'vitest'
import { signIpn } from '#server/adapters/payments/nowpayments-signature.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { openCounter } from './testing/counter.ts'

const stripeSecret = 'whsec_test'
const ipnSecret = 'ipn test'

const counter = await fileFixture(
  openCounter({
    STRIPE_SECRET_KEY: 'sk_test',
    STRIPE_PUBLISHABLE_KEY: 'pk_test',
    STRIPE_WEBHOOK_SECRET: stripeSecret,
    NOWPAYMENTS_API_KEY: 'key',
    NOWPAYMENTS_IPN_SECRET: ipnSecret,
    // No server listens on this port.
    NOWPAYMENTS_URL: 'http://127.0.0.1:9',
  }),
)

afterEach(async () => {
  await counter.db.deleteFrom('payment_events').execute()
  await sql`delete from graphile_worker._private_jobs`.execute(counter.db)
})

async function post(path: string, payload: string, headers: Record<string, string>) {
  const { statusCode, body } = await counter.app.inject({
    method: 'POST',
    url: `/api/webhooks/${path}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  })
  return [statusCode, JSON.parse(body)]
}

const received = [200, { received: true }]
const refused = [400, { code: 'wrong_signature', detail: sentence('wrong_signature') }]
const stored = () => counter.db.selectFrom('payment_events').selectAll().execute()

const event = { id: 'evt_1', object: 'event', type: 'plan.created', data: { object: {} } }

function stripeSigned(payload: string, secret = stripeSecret, timestamp?: number) {
  const header = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  return { 'stripe-signature': header }
}

test('concurrent copies of a Stripe event are acknowledged, stored once and queue one job', async () => {
  const told = { ...event, type: 'checkout.session.completed', data: { object: { id: 'cs_1' } } }
  const payload = JSON.stringify(told, null, 2)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => post('stripe', payload, stripeSigned(payload))),
  )
  for (const answer of answers) expect(answer).toEqual(received)
  expect(await stored()).toMatchObject([{ event_id: 'evt_1', worked_at: null, payload: told }])
  const { rows } = await counter.queue()
  expect(rows).toMatchObject([{ task_identifier: 'payments.work_stripe_event', attempts: 0 }])
})

test('an event without effect is acknowledged and neither stored nor queued', async () => {
  const payload = JSON.stringify(event, null, 2)
  const press = () => post('stripe', payload, stripeSigned(payload))
  expect(await Promise.all([press(), press()])).toEqual([received, received])
  expect(await stored()).toEqual([])
  const { rows } = await counter.queue()
  expect(
    rows.filter((each) => Object(each).task_identifier === 'payments.work_stripe_event'),
  ).toEqual([])
})

test('no details of a card or its owner from a Stripe event are stored or logged', async () => {
  const billing_details = {
    address: { city: 'Tromsø', country: 'NO', line1: 'Storgata 7', postal_code: '90210' },
    email: 'mara@elsewhere.example',
    name: 'Mara Volt',
    phone: '+4770000000',
    tax_id: null,
  }
  const card = {
    brand: 'visa',
    checks: { address_postal_code_check: 'pass', cvc_check: 'pass' },
    country: 'US',
    exp_month: 8,
    exp_year: 2031,
    fingerprint: 'Xt5EWLLDS7FJjR1c',
    funding: 'credit',
    iin: '424242',
    last4: '4242',
    network_transaction_id: '976910110049114',
  }
  const payment_method_details = { card, type: 'card' }
  const charge = {
    ...{ id: 'ch_1', object: 'charge', amount: 1999, billing_details, payment_method_details },
    ...{ payment_intent: 'pi_1', customer: 'cus_1', receipt_email: billing_details.email },
  }
  const told = {
    'charge.refunded': charge,
    'payment_intent.succeeded': {
      ...{ id: 'pi_1', object: 'payment_intent', customer: 'cus_1', latest_charge: charge },
      ...{
        charges: { data: [charge] },
        metadata: { kind: 'saved_card', order_id: 'o', to: 'Mara' },
      },
    },
    'charge.dispute.created': {
      ...{ id: 'dp_1', object: 'dispute', charge, payment_intent: { ...charge, id: 'pi_1' } },
      ...{ evidence: { billing_address: 'Storgata 7' }, payment_method_details },
    },
    'payment_method.automatically_updated': {
      ...{ id: 'pm_1', object: 'payment_method', billing_details, card, customer: 'cus_1' },
    },
    'checkout.session.completed': {
      ...{ id: 'cs_1', object: 'checkout.session', customer_details: billing_details },
      ...{ payment_intent: 'pi_1', customer: 'cus_1' },
    },
    'plan.created': { id: 'plan_1', billing_details, card },
  }
  const { rows: ids } = await sql<{ log: number; event: number }>`
    select (select coalesce(max(id), 0) from logs) as log,
           (select coalesce(max(id), 0) from events) as event`.execute(counter.db)
  const before = ids[0]!
  for (const [type, object] of Object.entries(told)) {
    const payload = JSON.stringify({ ...event, id: `evt_${type}`, type, data: { object } })
    expect(await post('stripe', payload, stripeSigned(payload))).toEqual(received)
  }
  const rows = await counter.db
    .selectFrom('payment_events')
    .select(['payload', 'object_id', 'intent_id'])
    .orderBy('id')
    .execute()
  // The timeline finds the events by these ids.
  expect(rows.map(({ object_id, intent_id }) => [object_id, intent_id])).toEqual([
    ['ch_1', 'pi_1'],
    ['pi_1', null],
    ['dp_1', 'pi_1'],
    ['pm_1', null],
    ['cs_1', 'pi_1'],
  ])
  const words = [...leaves(card), ...leaves(billing_details), 'fingerprint', 'checks', 'billing']
  // Leaves out ids and times, because they may contain the same digits as the card.
  const logs = await counter.db
    .selectFrom('logs')
    .select(['type', 'message', 'details'])
    .where('id', '>', before.log)
    .execute()
  const events = await counter.db
    .selectFrom('events')
    .select(['type', 'data'])
    .where('id', '>', before.event)
    .execute()
  for (const kept of [...rows, ...logs, ...events])
    for (const word of words) expect(JSON.stringify(kept)).not.toContain(JSON.stringify(word))
})

function leaves(value: unknown): unknown[] {
  if (value === null) return []
  return typeof value === 'object' ? Object.values(value).flatMap(leaves) : [value]
}

test('a Stripe event with a wrong or old signature or a changed body is refused', async () => {
  const payload = JSON.stringify(event)
  const old = Math.floor(Date.now() / 1000) - 600
  for (const [body, headers] of [
    [payload, {}],
    [payload, { 'stripe-signature': 'nonsense' }],
    [payload, { 'stripe-signature': 't=1,v1=' }],
    [payload, { 'stripe-signature': 't=,v1=,v1' }],
    [payload, stripeSigned(payload, stripeSecret, old + 86_400)],
    [payload, stripeSigned(payload, 'whsec_other')],
    [payload, stripeSigned(payload, stripeSecret, old)],
    [`${payload} `, stripeSigned(payload)],
    [JSON.stringify({ ...event, id: 'evt_2' }), stripeSigned(payload)],
  ] as const)
    expect(await post('stripe', body, headers)).toEqual(refused)
  expect(await stored()).toEqual([])
})

const ipn = {
  payment_id: 5_077_125_051,
  payment_status: 'finished',
  actually_paid: 0.0031,
  order_id: 'x',
  fee: { withdrawalFee: 0, currency: 'btc', depositFee: 0.00000003 },
}
const ipnSigned = (body: object, secret = ipnSecret) => ({
  'x-nowpayments-sig': signIpn(body as never, secret),
})

test('NOWPayments notifications are stored once for each payment, status and amount', async () => {
  const shuffled = Object.fromEntries(Object.entries(ipn).reverse())
  for (const body of [ipn, ipn, shuffled, { ...ipn, actually_paid: 0.004 }])
    expect(await post('nowpayments', JSON.stringify(body), ipnSigned(body))).toEqual(received)
  const ids = (await stored()).map((row) => row.event_id)
  expect(ids).toEqual(['5077125051:finished:0.0031', '5077125051:finished:0.004'])
})

test('a notification with a wrong signature or changed nested fields is refused', async () => {
  const forged = { ...ipn, fee: { ...ipn.fee, depositFee: 1 } }
  const unsorted = createHmac('sha512', ipnSecret).update(JSON.stringify(ipn)).digest('hex')
  for (const headers of [{}, ipnSigned(ipn, 'other'), { 'x-nowpayments-sig': unsorted }])
    expect(await post('nowpayments', JSON.stringify(ipn), headers)).toEqual(refused)
  expect(await post('nowpayments', JSON.stringify(forged), ipnSigned(ipn))).toEqual(refused)
  const tooDeep = [422, { code: 'invalid', detail: [expect.objectContaining({ loc: ['body'] })] }]
  for (const [depth, answer] of [
    [20, refused],
    [4000, tooDeep],
  ] as const) {
    const arrays = '['.repeat(depth) + ']'.repeat(depth)
    const objects = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
    for (const nested of [arrays, objects]) {
      const body = JSON.stringify(ipn).replace('{', `{"a":${nested},`)
      expect(await post('nowpayments', body, ipnSigned(ipn))).toEqual(answer)
    }
  }
  expect(await stored()).toEqual([])
})

test('a malformed or oversized webhook is refused as an error of the caller', async () => {
  for (const body of ['', '{', 'null', '[]', '1', '{"id":1}', '"x"'])
    for (const path of ['stripe', 'nowpayments']) {
      const [status] = await post(path, body, {})
      expect([400, 422], `${path} ${body}`).toContain(status)
    }
  const [status] = await post('stripe', JSON.stringify({ ...event, pad: 'x'.repeat(300_000) }), {})
  expect(status).toBe(413)
})

test('an event that cannot be processed stores the error and is retried', async () => {
  const body = { ...ipn, payment_id: 1 }
  await post('nowpayments', JSON.stringify(body), ipnSigned(body))
  await counter.work()
  expect(await stored()).toMatchObject([{ worked_at: null, error: expect.any(String) }])
  const { rows } = await counter.queue()
  expect(rows).toMatchObject([{ task_identifier: 'payments.work_nowpayments_event', attempts: 1 }])
})
