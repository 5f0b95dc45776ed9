import { expect, test } from 'vitest'
import { staffSubscriptions } from '#contract/access/staff-subscriptions.ts'
import { renewals } from '#contract/selling/renewals.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { giveStillBack } from '#server/outages/credits/give-still.ts'
import { addCard } from '#server/selling/cards/testing/add-card.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { renewing } from '#server/selling/renewals/testing/renewing.ts'
import { sendNotices } from './notices.ts'

const counter = await fileFixture(openCounter())
const { db } = counter
const { subscribe, get, act, changeCard, pass, run, behave } = renewing(counter)

/** Freezes the time of a product until it is released. */
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
  const go = async () => {
    const now = new Date()
    const over = { ended_at: now, counts_until: now, given_at: now }
    await db.updateTable('stills').set(over).where('id', '=', id).execute()
  }
  return { still: id, go }
}

test('a charge waits and its renewal is on hold while time is frozen', async () => {
  const { user, cookie, product } = await subscribe()
  const beside = await subscribe()
  const { go } = await standStill(product)
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

test('sends no expiry notice while time is frozen', async () => {
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
  const { go } = await standStill(product)
  expect(await told()).toBe(0)
  await go()
  expect(await told()).toBe(1)
})

test('a failing payment is retried for as long as without the freeze', async () => {
  const customer = await subscribe()
  const { user, cookie, product, card, id } = customer
  const shown = async () => (await counter.call(renewals.list, {}, { cookie })).body
  await behave(card, 'insufficient_funds')
  await pass(user.id, 29.5)
  await run()
  const read = () =>
    db
      .selectFrom('renewals')
      .select(['state', 'gives_up_at', 'failed_at'])
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
  const before = await read()
  expect(before.state).toBe('retrying')
  expect(await shown()).toMatchObject([{ state: 'retrying', held_for: null }])
  const { still } = await standStill(product)
  const waits = { state: 'retrying', held_for: 'still', next_try: null, gives_up: null }
  expect(await shown()).toMatchObject([waits])
  // The renewal is not charged either: the card is changed without a message that it was declined.
  const due = async () => (await get(id)).due_at
  const tried = await due()
  expect(await act('pay', customer)).toMatchObject({ status: 409, code: 'nothing_to_pay' })
  const other = await addCard(counter, cookie, '5555555555554444')
  expect(await changeCard(customer, other.id)).toMatchObject({
    status: 200,
    body: { state: 'retrying', card: { last4: '4444' } },
  })
  expect(await due()).toEqual(tried)
  await changeCard(customer, card)
  // Forty days pass, which is longer than the retry schedule.
  await pass(user.id, 40)
  await db
    .updateTable('stills')
    .set({
      since: new Date(Date.now() - 40 * 86_400_000),
      held_at: new Date(Date.now() - 40 * 86_400_000),
    })
    .where('id', '=', still)
    .execute()
  await run()
  expect((await read()).state).toBe('retrying')
  const now = new Date()
  await db
    .updateTable('stills')
    .set({ ended_at: now, counts_until: now })
    .where('id', '=', still)
    .execute()
  await giveStillBack(db, still)
  await giveStillBack(db, still)
  const after = await read()
  const left = (row: typeof before, at: number) => row.gives_up_at!.getTime() - at
  expect(Math.abs(left(after, Date.now()) - left(before, now.getTime()))).toBeLessThan(120_000)
  await run()
  expect((await read()).state).toBe('retrying')
})
