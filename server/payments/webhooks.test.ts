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
    // Nobody answers there.
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

test('an event of Stripe is stored and acknowledged once, for one job', async () => {
  const told = { ...event, type: 'checkout.session.completed', data: { object: { id: 'cs_1' } } }
  const payload = JSON.stringify(told, null, 2)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => post('stripe', payload, stripeSigned(payload))),
  )
  for (const answer of answers) expect(answer).toEqual(received)
  expect(await stored()).toMatchObject([{ event_id: 'evt_1', worked_at: null, payload: told }])
  const { rows } = await counter.queue()
  expect(rows).toMatchObject([{ task_identifier: 'payments.work_event', attempts: 0 }])
})

test('an event that changes nothing here is stored once, and takes no job', async () => {
  const payload = JSON.stringify(event, null, 2)
  const press = () => post('stripe', payload, stripeSigned(payload))
  expect(await Promise.all([press(), press()])).toEqual([received, received])
  expect(await stored()).toMatchObject([
    { event_id: 'evt_1', worked_at: expect.any(Date), payload: event },
  ])
  const { rows } = await counter.queue()
  expect(rows.filter((each) => Object(each).task_identifier === 'payments.work_event')).toEqual([])
})

test('Stripe’s signature is over the very bytes, its secret and a recent time', async () => {
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

test('a notification of NOWPayments is one per payment, status and sum', async () => {
  const shuffled = Object.fromEntries(Object.entries(ipn).reverse())
  for (const body of [ipn, ipn, shuffled, { ...ipn, actually_paid: 0.004 }])
    expect(await post('nowpayments', JSON.stringify(body), ipnSigned(body))).toEqual(received)
  const ids = (await stored()).map((row) => row.event_id)
  expect(ids).toEqual(['5077125051:finished:0.0031', '5077125051:finished:0.004'])
})

test('a forged notification is refused, nested fields included', async () => {
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

test('what is no event at all is a fault of the caller', async () => {
  for (const body of ['', '{', 'null', '[]', '1', '{"id":1}', '"x"'])
    for (const path of ['stripe', 'nowpayments']) {
      const [status] = await post(path, body, {})
      expect([400, 422], `${path} ${body}`).toContain(status)
    }
  const [status] = await post('stripe', JSON.stringify({ ...event, pad: 'x'.repeat(300_000) }), {})
  expect(status).toBe(413)
})

test('an event that cannot be worked keeps the reason, and is tried again', async () => {
  const body = { ...ipn, payment_id: 1 }
  await post('nowpayments', JSON.stringify(body), ipnSigned(body))
  await counter.work()
  expect(await stored()).toMatchObject([{ worked_at: null, error: expect.any(String) }])
  const { rows } = await counter.queue()
  expect(rows).toMatchObject([{ task_identifier: 'payments.work_event', attempts: 1 }])
})
