import { expect, test } from 'vitest'
import { renewals } from '#contract/renewals.ts'
import { staffSubscriptions } from '#contract/staff-subscriptions.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/payments/testing/counter.ts'
import { renewing } from '#server/renewals/testing/renewing.ts'
import { sendNotices } from './notices.ts'

const counter = await fileFixture(openCounter())
const { db } = counter
const { subscribe, pass, run } = renewing(counter)

/** Has the time of a product stand still, until it is let go. */
async function standStill(product: number) {
  const { user } = await signIn(counter.app)
  const since = new Date(Date.now() - 3_600_000)
  const incident = await db
    .insertInto('incidents')
    .values({
      title: 'x',
      status: 'operational',
      state: 'open',
      starts_at: since,
      created_by: user.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('stills')
    .values({ product_id: product, incident_id: incident.id, since, held_at: since })
    .returning('id')
    .executeTakeFirstOrThrow()
  return async () => {
    const now = new Date()
    const over = { ended_at: now, counts_until: now, given_at: now }
    await db.updateTable('stills').set(over).where('id', '=', id).execute()
  }
}

test('a charge waits while time stands still, and its renewal is on hold', async () => {
  const { user, cookie, product } = await subscribe()
  const beside = await subscribe()
  const go = await standStill(product)
  await pass(user.id, 29.5)
  await pass(beside.user.id, 29.5)
  await run()
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
  expect(await counter.ledger(beside.user.id)).toEqual(['purchase 30', 'purchase 30'])
  const shown = async () => (await counter.call(renewals.list, {}, { cookie })).body
  expect(await shown()).toMatchObject([{ state: 'held', held_for: 'still', next_charge: null }])
  const staff = await signIn(counter.app, { admin: true })
  const seen = async () =>
    (
      await counter.call(
        staffSubscriptions.list,
        { params: { uid: String(user.id) }, query: {} },
        staff,
      )
    ).body.subscriptions[0]!.stands_still_since
  expect(await seen()).toEqual(expect.any(String))
  await go()
  expect(await seen()).toBeNull()
  expect(await shown()).toMatchObject([{ state: 'on', held_for: null }])
  await run()
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'purchase 30'])
})

test('nobody is told of an end while their time stands still', async () => {
  const customer = await counter.customer()
  const product = await counter.addProduct()
  const { body } = await counter.buyByCard(customer.cookie, [
    { id: product, term_length: 1, renew: false },
  ])
  await counter.session(body.session_id, 'confirm')
  await counter.work()
  await pass(customer.user.id, 29.5)
  const told = async () => {
    await sendNotices(db, counter.shop.config)
    const mails = await db
      .selectFrom('mails')
      .select('template')
      .where('user_id', '=', customer.user.id)
      .execute()
    return mails.filter(({ template }) => template === 'subscription-ending').length
  }
  const go = await standStill(product)
  expect(await told()).toBe(0)
  await go()
  expect(await told()).toBe(1)
})
