import { expect, test } from 'vitest'
import { orders } from '#contract/selling/orders.ts'
import { payments } from '#contract/selling/payments.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openRecorder } from '#server/kernel/testing/recorded-statements.ts'
import { openCounter } from './testing/counter.ts'

// Must be opened before the pools open their connections.
const recorder = openRecorder()
const counter = await fileFixture(openCounter())
const { db } = counter

async function buy() {
  const { cookie } = await counter.customer()
  const items = [{ id: product, term_length: 3 as const }]
  const statements = await recorder.record(async () => {
    await counter.call(payments.quote, { body: { items } })
    const { body } = await counter.buyByCard(cookie, items, false)
    await counter.session(body.session_id, 'confirm')
    await counter.work()
    const order = { params: { id: body.order_id } }
    const { body: shown } = await counter.call(orders.get, order, { cookie })
    expect(shown.payment_status).toBe('finished')
  })
  return statements.map(({ text }) => text).filter((text) => !text.includes('graphile_worker'))
}

const product = await counter.addProduct()
// The first order fills the caches.
await buy()

test('a whole card order takes at most 35 statements', async () => {
  const statements = await buy()
  expect(
    statements.length,
    statements.map((text) => text.slice(0, 100)).join('\n'),
  ).toBeLessThanOrEqual(35)
  expect(statements.length).toBeGreaterThan(20)
})

test('no statement of a card order has its limit as a parameter, which would need a new plan each time', async () => {
  const statements = await buy()
  expect(statements.filter((text) => / limit \$\d/.test(text))).toEqual([])
})

test('of the events of a card payment, only the settling one is stored', async () => {
  const events = await db.selectFrom('payment_events').select('type').execute()
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['checkout.session.completed']))
})

test('a paid card order has one document and one mail with the receipt', async () => {
  const { rows } = await counter.queue()
  expect(rows).toEqual([])
  const made = await db.selectFrom('documents').select('order_id').execute()
  const mails = await db
    .selectFrom('mails')
    .select('once')
    .where('status', '=', 'sent')
    .where('once', 'like', 'receipt %')
    .execute()
  expect(mails.map(({ once }) => once).sort()).toEqual(
    made.map(({ order_id }) => `receipt ${order_id}`).sort(),
  )
  expect(made.length).toBeGreaterThan(0)
})
