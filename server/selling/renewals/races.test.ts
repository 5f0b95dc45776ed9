import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { chargeDueRenewals } from './charge.ts'
import { chargeDue } from './jobs.ts'
import { changeCard, payRenewal } from './pay.ts'
import { resumeRenewal, stopRenewal } from './stop.ts'
import { fakeCards } from './testing/fake-cards.ts'
import { booked, oneRenewal } from './testing/one-renewal.ts'
import { passTime } from './testing/pass-time.ts'

const shop = await fileFixture(openTestShop())
const { db } = shop
const { card, fake, paid } = fakeCards()
shop.shop.card = card

const charge = () => chargeDueRenewals(db, card).catch(() => {})

const stateOf = async (id: number) =>
  db
    .selectFrom('renewals')
    .select(['state', 'card_id', 'open_order_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

async function due() {
  fake.mood = 'succeeds'
  fake.during = async () => {}
  const renewal = await oneRenewal(db)
  await passTime(db, renewal.userId, 29.5)
  return renewal
}

async function expectCharged(userId: number, times: number) {
  const { orders, bought } = await booked(db, userId)
  expect([paid(orders).length, bought]).toEqual([times, times])
}

test('five concurrent jobs charge a term once', async () => {
  const { id, userId } = await due()
  await Promise.all(Array.from({ length: 5 }, charge))
  await expectCharged(userId, 1)
  expect((await stateOf(id)).state).toBe('on')
})

test('a renewal stopped at the moment of its charge is charged and delivered, or neither', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { id, userId } = await due()
    await Promise.all([charge(), stopRenewal(db, userId, id), charge()])
    await passTime(db, userId, 0.01)
    await workJobs(shop)
    const { orders, bought } = await booked(db, userId)
    expect(bought).toBe(paid(orders).length)
    expect(await stateOf(id)).toMatchObject({ state: 'stopping', open_order_id: null })
    await charge()
    expect((await booked(db, userId)).bought).toBe(bought)
  }
})

test('a renewal stopped during its charge is delivered', async () => {
  const { id, userId } = await due()
  fake.during = () => stopRenewal(db, userId, id)
  await charge()
  await expectCharged(userId, 1)
  expect((await stateOf(id)).state).toBe('stopping')
})

test('a renewal that is stopped during its charge uses up one discounted charge', async () => {
  const { id, userId } = await due()
  const code = { code: 'HALF', code_type: 1, code_amount: 50, code_charges: 1 } as const
  await db.updateTable('renewals').set(code).where('id', '=', id).execute()
  fake.during = () => stopRenewal(db, userId, id)
  await charge()
  await expectCharged(userId, 1)
  const { code_charges } = await db
    .selectFrom('renewals')
    .select('code_charges')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(code_charges).toBe(0)
})

test('a card that was changed while the old one declined is charged immediately', async () => {
  const { id, userId } = await due()
  fake.mood = 'lost_card'
  fake.during = async () => {
    fake.during = async () => {
      fake.mood = 'succeeds'
    }
    await db.updateTable('renewals').set({ card_id: 'pm_2' }).where('id', '=', id).execute()
  }
  await charge()
  expect(await stateOf(id)).toMatchObject({ state: 'on', card_id: 'pm_2' })
  await expectCharged(userId, 1)
})

test('a card that is changed during a successful charge pays the next one', async () => {
  const { id, userId } = await due()
  const other = { id: 'pm_2', brand: 'visa', last4: '4444', expMonth: 12, expYear: 2040 }
  const listing = Object.assign(Object.create(card), { listCards: async () => [other] })
  fake.during = () => changeCard(db, listing, userId, { id, cardId: other.id })
  await charge()
  await expectCharged(userId, 1)
  expect(await stateOf(id)).toMatchObject({ state: 'on', card_id: 'pm_2', open_order_id: null })
})

test('the last discounted charge of a code happens once, also in concurrent jobs', async () => {
  const { id, userId } = await due()
  await db
    .updateTable('renewals')
    .set({ code: 'HALF', code_type: 1, code_amount: 50, code_charges: 1 })
    .where('id', '=', id)
    .execute()
  await Promise.all(Array.from({ length: 5 }, charge))
  await passTime(db, userId, 30)
  await Promise.all(Array.from({ length: 5 }, charge))
  const { orders } = await booked(db, userId)
  const cents = paid(orders).map((intent) => intent.cents)
  expect(cents.sort((a, b) => a - b)).toEqual([999, 1999])
})

test('a manual payment during the retry is charged once', async () => {
  const { id, userId } = await due()
  fake.mood = 'insufficient_funds'
  await charge()
  fake.mood = 'succeeds'
  await passTime(db, userId, 3)
  await Promise.allSettled([payRenewal(db, card, userId, id), charge(), charge()])
  await expectCharged(userId, 1)
})

test('of ten concurrent clicks none gets the previous failure as its result', async () => {
  const { id, userId } = await due()
  fake.mood = 'insufficient_funds'
  await charge()
  fake.mood = 'succeeds'
  const presses = Array.from({ length: 10 }, () => payRenewal(db, card, userId, id))
  const failed = (await Promise.allSettled(presses)).filter(({ status }) => status === 'rejected')
  for (const { reason } of failed as PromiseRejectedResult[])
    expect(['charge_undecided', 'nothing_to_pay']).toContain(reason.code)
  await charge()
  await expectCharged(userId, 1)
})

test('a later run charges once after a process was killed before or after the charge', async () => {
  for (const mood of ['killed before', 'killed after', 'answer lost'] as const) {
    const { id, userId } = await due()
    fake.mood = mood
    await charge()
    expect((await stateOf(id)).state, mood).toBe('charging')
    fake.mood = 'succeeds'
    // Longer than a call can take, and in the second case than the provider keeps the key.
    await passTime(db, userId, mood === 'killed after' ? 1.2 : 0.01)
    await charge()
    await expectCharged(userId, 1)
    expect((await stateOf(id)).state, mood).toBe('on')
  }
})

test('a process killed after the charge, and a renamed product, lead to one charge', async () => {
  const { id, userId, productId } = await due()
  fake.mood = 'killed after'
  await charge()
  fake.mood = 'succeeds'
  await db
    .updateTable('products')
    .set({ name: `renamed-${productId}` })
    .where('id', '=', productId)
    .execute()
  await passTime(db, userId, 0.01)
  await charge()
  await expectCharged(userId, 1)
  expect((await stateOf(id)).state).toBe('on')
})

test('a manual payment while the database fails after the charge is charged once', async () => {
  const { id, userId } = await due()
  const { card_id, card_brand, card_last4, card_exp_month, card_exp_year } = await db
    .selectFrom('renewals')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const none = { card_brand: null, card_last4: null, card_exp_month: null, card_exp_year: null }
  await db
    .updateTable('renewals')
    .set({ card_id: null, ...none })
    .where('id', '=', id)
    .execute()
  await charge()
  expect((await stateOf(id)).state).toBe('retrying')
  const chosen = { card_id, card_brand, card_last4, card_exp_month, card_exp_year }
  await db.updateTable('renewals').set(chosen).where('id', '=', id).execute()
  fake.during = async () => {
    await sql`alter table time_entries
      add constraint none_bought check (cause <> 'purchase') not valid`.execute(db)
  }
  await expect(payRenewal(db, card, userId, id)).rejects.toThrow('none_bought')
  await sql`alter table time_entries drop constraint none_bought`.execute(db)
  fake.during = async () => {}
  await expect(payRenewal(db, card, userId, id)).rejects.toMatchObject({ code: 'charge_undecided' })
  await passTime(db, userId, 0.01)
  await charge()
  await expectCharged(userId, 1)
  expect((await stateOf(id)).state).toBe('on')
})

test('a restart during an undecided charge waits for it, and delays no other renewal', async () => {
  const { id, userId } = await due()
  fake.mood = 'answer lost'
  await charge()
  await stopRenewal(db, userId, id)
  await resumeRenewal(db, userId, id)
  const other = await due()
  await chargeDueRenewals(db, card)
  await expectCharged(other.userId, 1)
  expect(await stateOf(id)).toMatchObject({ state: 'on', open_order_id: null })
  await passTime(db, userId, 0.01)
  await workJobs(shop)
  await chargeDueRenewals(db, card)
  await expectCharged(userId, 1)
})

test('a renewal that cannot be processed delays no others', async () => {
  const broken = await due()
  const other = await due()
  await sql`alter table orders add constraint none_of_theirs
    check (user_id <> ${sql.lit(broken.userId)}) not valid`.execute(db)
  await expect(chargeDueRenewals(db, card)).rejects.toThrow('none_of_theirs')
  await sql`alter table orders drop constraint none_of_theirs`.execute(db)
  await expectCharged(other.userId, 1)
  await expectCharged(broken.userId, 0)
  await passTime(db, broken.userId, 0.02)
  await charge()
  await expectCharged(broken.userId, 1)
})

test('a customer whose grace days cannot be entered delays no other renewal', async () => {
  const poor = await due()
  fake.mood = 'insufficient_funds'
  await charge()
  await sql`update renewals set paid_periods = 2 where id = ${poor.id}`.execute(db)
  await passTime(db, poor.userId, 0.6)
  const other = await due()
  await sql`alter table time_entries add constraint no_grace
    check (cause <> 'grace') not valid`.execute(db)
  await expect(chargeDue.run(shop.shop, {})).rejects.toThrow('no_grace')
  await sql`alter table time_entries drop constraint no_grace`.execute(db)
  await expectCharged(other.userId, 1)
})

test('a failed manual payment while the failure mail is due still notifies the customer', async () => {
  const { id, userId } = await due()
  fake.mood = 'insufficient_funds'
  await charge()
  fake.during = async () => void (await workJobs(shop))
  await payRenewal(db, card, userId, id).catch(() => {})
  fake.during = async () => {}
  const mails = () =>
    db
      .selectFrom('mails')
      .select('template')
      .where('user_id', '=', userId)
      .where('template', '=', 'renewal-failed')
      .execute()
  await sql`update graphile_worker._private_jobs set run_at = now() - interval '1 second'
             where payload ->> 'renewal' = ${String(id)}`.execute(db)
  await workJobs(shop)
  expect(await mails()).toHaveLength(1)
})
