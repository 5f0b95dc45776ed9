import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { renewals } from '#contract/renewals.ts'
import { staffSubscriptions } from '#contract/staff-subscriptions.ts'
import { subscriptions } from '#contract/subscriptions.ts'
import { lifetimeSeconds } from '#contract/terms.ts'
import { moveStills } from '#server/credits/stills.ts'
import { creditDesk, day, hour } from '#server/credits/testing/credit-desk.ts'
import { transaction } from '#server/kernel/database.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { listRefundable } from '#server/orders/refundable.ts'
import { openCounter } from '#server/payments/testing/counter.ts'
import { passTime } from '#server/renewals/testing/pass-time.ts'
import { renewing } from '#server/renewals/testing/renewing.ts'
import { selectDueRoles } from './due-roles.ts'
import { enterTime, grantTime, revokeTime } from './ledger.ts'
import { sendNotices } from './notices.ts'
import { endPauses } from './pauses.ts'
import { allowPauses } from './testing/pause.ts'

const counter = await fileFixture(openCounter())
const { db } = counter
const { subscribe, pass, run } = renewing(counter)
const admin = await signIn(counter.app, { admin: true })
const desk = creditDesk(counter, admin)
await allowPauses(db)

type Who = { cookie: string }
const pause = (who: Who, product: number, days = 10) =>
  counter.call(subscriptions.pause, { params: { id: String(product) }, body: { days } }, who)
const resume = (who: Who, product: number) =>
  counter.call(subscriptions.resume, { params: { id: String(product) } }, who)
const mine = async (who: Who, product: number) =>
  (await counter.call(subscriptions.list, {}, who)).body.find(({ game_id }) => game_id === product)!
const end = async (user: number, product: number) => (await desk.endOf(product, user)) * 1000

/** Somebody who was given so many days of a product. */
async function given(days = 30) {
  const { user, cookie } = await counter.customer()
  const product = await counter.addProduct()
  await grantTime(db, { userId: user.id, productId: product, seconds: days * day, cause: 'grant' })
  return { user, cookie, product }
}

/** All that somebody has left of a product, in whole seconds, by what the ledger and the pause say. */
async function left(who: Who, product: number) {
  const { created_at, term_length, paused } = await mine(who, product)
  const from = paused ? Date.parse(paused.until) : Date.now()
  return Math.round((Date.parse(created_at) - from) / 1000) + term_length
}

test('a pause keeps every second, and whoever comes back goes on with all of them', async () => {
  const { user, cookie, product } = await given(30)
  const before = await end(user.id, product)
  const answer = await pause({ cookie }, product, 10)
  expect(answer.status).toBe(200)
  expect(answer.body.left).toBeGreaterThan(30 * day - 60)
  expect(await end(user.id, product)).toBe(before + 10 * day * 1000)
  expect(await mine({ cookie }, product)).toMatchObject({
    paused: answer.body,
    pause: { days: 30 },
  })
  await passTime(db, user.id, 4)
  expect(await left({ cookie }, product)).toBe(answer.body.left + 1)
  expect((await resume({ cookie }, product)).status).toBe(200)
  const run = await mine({ cookie }, product)
  expect(run.paused).toBeNull()
  expect(Math.abs((await left({ cookie }, product)) - answer.body.left)).toBeLessThanOrEqual(2)
  const kept = await db
    .selectFrom('pauses')
    .innerJoin('subscriptions', 'subscriptions.id', 'subscription_id')
    .select(['since', 'ended_at', 'ends_at'])
    .where('pauses.user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  // Four days were passed by moving everything back: what was left at its beginning is left at its end.
  const had = before - 4 * day * 1000 - kept.since.getTime()
  expect(Math.abs(kept.ends_at.getTime() - kept.ended_at!.getTime() - had)).toBeLessThanOrEqual(1)
  const params = { id: String(product) }
  const why = (await counter.call(subscriptions.ledger, { params }, { cookie })).body
  expect(why.entries.map(({ cause, seconds }) => [cause, seconds])).toEqual([
    ['grant', 30 * day],
    ['pause', 10 * day],
    ['pause_back', expect.any(Number)],
  ])
  expect((await resume({ cookie }, product)).body).toMatchObject({ code: 'time_not_paused' })
})

test('it ends by itself at its time, without a job that has to come in time', async () => {
  const { user, cookie, product } = await given(30)
  await pause({ cookie }, product, 3)
  await passTime(db, user.id, 3.5)
  expect((await mine({ cookie }, product)).paused).toBeNull()
  expect(Math.abs((await left({ cookie }, product)) - 29.5 * day)).toBeLessThan(60)
  await Promise.all([endPauses(db), endPauses(db)])
  await endPauses(db)
  const told = await db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'time.resumed')
    .where('user_id', '=', user.id)
    .execute()
  expect(told).toEqual([{ data: expect.objectContaining({ by_itself: true, seconds_back: 0 }) }])
})

test('the charge moves with the end, waits meanwhile and comes after', async () => {
  const { user, cookie, product } = await subscribe()
  const shown = async () => (await counter.call(renewals.list, {}, { cookie })).body[0]!
  const charge = Date.parse((await shown()).next_charge!)
  await pause({ cookie }, product, 10)
  const held = await shown()
  expect(held).toMatchObject({ state: 'held', held_for: 'pause' })
  expect(Date.parse(held.next_charge!)).toBe(charge + 10 * day * 1000)
  await pass(user.id, 9.9)
  await sql`update renewals set due_at = now() - interval '1 minute' where user_id = ${user.id}`.execute(
    db,
  )
  await run()
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'pause 10'])
  await pass(user.id, 29.5)
  await run()
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'pause 10', 'purchase 30'])
  // What was charged is another term.
  expect((await mine({ cookie }, product)).pause?.problem).toBeNull()
})

test('nobody is told of an end meanwhile, and their role rests', async () => {
  const { user, cookie, product } = await given(30)
  await db
    .updateTable('products')
    .set({ discord_role_id: '77' })
    .where('id', '=', product)
    .execute()
  await db
    .insertInto('discord_links')
    .values({ user_id: user.id, discord_id: `9${user.id}`, username: 'x' })
    .execute()
  await passTime(db, user.id, 27.5)
  const roles = () => selectDueRoles(db).where('discord_links.user_id', '=', user.id).execute()
  const notices = async () => {
    await sendNotices(db, counter.shop.config)
    const mails = await db
      .selectFrom('mails')
      .select('template')
      .where('user_id', '=', user.id)
      .execute()
    return mails.filter(({ template }) => template === 'subscription-ending').length
  }
  expect(await roles()).toHaveLength(1)
  await pause({ cookie }, product, 3)
  expect(await roles()).toEqual([])
  expect(await notices()).toBe(0)
  await resume({ cookie }, product)
  expect(await roles()).toHaveLength(1)
  expect(await notices()).toBe(1)
})

test('once a term, and only what can be paused', async () => {
  const { user, cookie, product } = await given(30)
  const code = async (days = 1) => (await pause({ cookie }, product, days)).body
  expect((await pause({ cookie }, product, 31)).status).toBe(422)
  await allowPauses(db, 5)
  expect(await code(6)).toMatchObject({ code: 'pause_too_long' })
  await allowPauses(db, 0)
  expect(await code()).toMatchObject({ code: 'pauses_off' })
  expect((await mine({ cookie }, product)).pause).toBeNull()
  await allowPauses(db)
  expect(await code()).toMatchObject({ left: expect.any(Number) })
  expect(await code()).toMatchObject({ code: 'already_paused' })
  await resume({ cookie }, product)
  expect(await code()).toMatchObject({ code: 'pause_used' })
  expect((await mine({ cookie }, product)).pause?.problem).toBe('pause_used')
  const other = await given(1)
  expect((await pause({ cookie }, other.product)).body).toMatchObject({ code: 'nothing_to_pause' })
  await passTime(db, other.user.id, 0.9999)
  expect((await pause(other, other.product)).body).toMatchObject({ code: 'pause_nearly_over' })
  await passTime(db, other.user.id, 1)
  expect((await pause(other, other.product)).body).toMatchObject({ code: 'nothing_to_pause' })
  const life = await counter.addProduct()
  const seconds = lifetimeSeconds
  await grantTime(db, { userId: user.id, productId: life, seconds, cause: 'grant' })
  expect((await pause({ cookie }, life)).body).toMatchObject({ code: 'pause_lifetime' })
})

test('not while a payment is open, lent or disputed, nor while time stands still', async () => {
  const failing = await subscribe()
  const problem = async ({ cookie, product }: { cookie: string; product: number }) => {
    const shown = (await mine({ cookie }, product)).pause?.problem
    const { body } = await pause({ cookie }, product)
    expect(body).toMatchObject({ code: shown })
    return shown
  }
  await sql`update renewals set state = 'retrying', gives_up_at = now() + interval '5 days',
              failed_at = now(), open_order_id = order_id where user_id = ${failing.user.id}`.execute(
    db,
  )
  expect(await problem(failing)).toBe('pause_unpaid')
  const lent = await given()
  const loan = {
    userId: lent.user.id,
    productId: lent.product,
    seconds: day,
    cause: 'grace',
  } as const
  await transaction(db, (tx) => enterTime(tx, loan))
  expect(await problem(lent)).toBe('pause_unpaid')
  const disputed = await subscribe()
  await db
    .updateTable('orders')
    .set({ payment_status: 'disputed' })
    .where('user_id', '=', disputed.user.id)
    .execute()
  expect(await problem(disputed)).toBe('pause_disputed')
  const { id: still, repo } = await desk.product({ mode: 'still', from_minutes: 0 })
  const standing = await counter.customer()
  await desk.run(still, 10, 100, standing.user.id)
  await desk.open(repo, 1)
  await moveStills(db)
  expect(await problem({ cookie: standing.cookie, product: still })).toBe('stands_still')
})

test('staff end a pause with a reason, and what is taken ends it too', async () => {
  const { user, cookie, product } = await given(30)
  await pause({ cookie }, product, 10)
  const params = { uid: String(user.id) }
  const listed = async () =>
    (await counter.call(staffSubscriptions.list, { params, query: {} }, admin)).body
      .subscriptions[0]!
  expect((await listed()).paused).not.toBeNull()
  const asked = (reason: string) =>
    counter.call(staffSubscriptions.resume, { params, body: { game_id: product, reason } }, admin)
  expect((await asked('')).status).toBe(422)
  expect((await asked('They wrote to us')).status).toBe(200)
  expect((await asked('They wrote to us')).body).toMatchObject({ code: 'time_not_paused' })
  expect((await listed()).paused).toBeNull()
  const kept = await db
    .selectFrom('pauses')
    .select(['reason', 'ended_by'])
    .where('user_id', '=', user.id)
    .execute()
  expect(kept).toEqual([{ reason: 'They wrote to us', ended_by: admin.user.id }])

  const revoked = await given(30)
  await pause(revoked, revoked.product, 10)
  await passTime(db, revoked.user.id, 2)
  const who = { userId: revoked.user.id, productId: revoked.product, actorId: admin.user.id }
  const [taken] = await revokeTime(db, who)
  expect(Math.abs(taken!.seconds - 30 * day)).toBeLessThan(60)
  expect((await mine(revoked, revoked.product)).paused).toBeNull()
  expect(await end(revoked.user.id, revoked.product)).toBeLessThanOrEqual(Date.now())
  expect(await revokeTime(db, who)).toEqual([])
})

test('what can be refunded is the same before, in and after a pause', async () => {
  const { user, cookie, product } = await subscribe()
  await pass(user.id, 6)
  const { id } = await db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  const unused = async () => (await listRefundable(db, id))[0]!.unused
  const before = await unused()
  await pause({ cookie }, product, 10)
  expect(await unused()).toBe(before)
  await pass(user.id, 9)
  expect(await unused()).toBe(before)
  await resume({ cookie }, product)
  expect(await unused()).toBe(before)
})

test('an incident counts for the time that was not paused, and once', async () => {
  const { id: product, repo } = await desk.product({ mode: 'still', from_minutes: 0 })
  const { user, cookie } = await counter.customer()
  await desk.run(product, 100, 1000, user.id)
  await pause({ cookie }, product, 30)
  // As if they had paused four hours ago.
  await sql`update pauses set since = since - interval '4 hours', until = until - interval '4 hours'
             where user_id = ${user.id}`.execute(db)
  const before = await end(user.id, product)
  await desk.incident(repo, 6, 1)
  await counter.work()
  expect(Math.abs((await end(user.id, product)) - before - 2 * hour * 1000)).toBeLessThan(10_000)
})

test('two pauses at once are one', async () => {
  const { user, cookie, product } = await given(30)
  const before = await end(user.id, product)
  const answers = await Promise.all([1, 2, 3, 4].map(() => pause({ cookie }, product, 10)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  expect(await end(user.id, product)).toBe(before + 10 * day * 1000)
})

test('coming back races the job, and the time goes back once', async () => {
  for (let n = 0; n < 5; n += 1) {
    const { user, cookie, product } = await given(30)
    await pause({ cookie }, product, 1)
    await passTime(db, user.id, 1 - (n - 2) / day)
    const [answer] = await Promise.all([resume({ cookie }, product), endPauses(db), endPauses(db)])
    expect([200, 409]).toContain(answer!.status)
    await endPauses(db)
    expect(Math.abs((await left({ cookie }, product)) - 30 * day)).toBeLessThan(10)
    const told = await db
      .selectFrom('events')
      .select('id')
      .where('type', '=', 'time.resumed')
      .where('user_id', '=', user.id)
      .execute()
    expect(told.length).toBeLessThanOrEqual(1)
  }
})

test('a pause races what takes the time: nothing of it is left either way', async () => {
  for (let n = 0; n < 5; n += 1) {
    const { user, cookie, product } = await given(30)
    const who = { userId: user.id, productId: product, actorId: admin.user.id }
    await Promise.all([pause({ cookie }, product, 10), revokeTime(db, who)])
    expect(await end(user.id, product)).toBeLessThanOrEqual(Date.now() + 1000)
    expect((await mine({ cookie }, product)).paused).toBeNull()
  }
})

test('a pause races a batch: both come to the end, once', async () => {
  const { id: product } = await desk.product()
  const { user, cookie } = await counter.customer()
  await desk.run(product, 1, 1000, user.id)
  const before = await end(user.id, product)
  const { body } = await desk.byHand(product, 48)
  await desk.preview(body.id)
  await desk.confirm(body.id, 1)
  await Promise.all([pause({ cookie }, product, 10), counter.work()])
  await counter.work()
  expect(await end(user.id, product)).toBe(before + 12 * day * 1000)
  await resume({ cookie }, product)
  expect(Math.abs((await end(user.id, product)) - before - 2 * day * 1000)).toBeLessThan(20_000)
})
