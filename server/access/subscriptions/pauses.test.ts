import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { subscriptions } from '#contract/access/subscriptions.ts'
import { renewals } from '#contract/selling/renewals.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { day, hour } from '#server/outages/credits/testing/credit-desk.ts'
import { listRefundable } from '#server/selling/orders/refundable.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { passTime } from '#server/selling/renewals/testing/pass-time.ts'
import { renewing } from '#server/selling/renewals/testing/renewing.ts'
import { selectDueRoles } from './due-roles.ts'
import { sendNotices } from './notices.ts'
import { endPauses } from './pauses.ts'
import { pausing } from './testing/pausing.ts'

const counter = await fileFixture(openCounter())
const { db } = counter
const { subscribe, pass, run } = renewing(counter)
const admin = await signIn(counter.app, { admin: true })
const { desk, mine, pause, resume, end, given, left } = await pausing(counter, admin)

test('a pause keeps every second for the time after it', async () => {
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
  expect(Math.abs((await left({ cookie }, product)) - answer.body.left)).toBeLessThanOrEqual(1)
  expect((await resume({ cookie }, product)).status).toBe(200)
  const run = await mine({ cookie }, product)
  expect(run.paused).toBeNull()
  expect(Math.abs((await left({ cookie }, product)) - answer.body.left)).toBeLessThan(60)
  const kept = await db
    .selectFrom('pauses')
    .innerJoin('subscriptions', 'subscriptions.id', 'subscription_id')
    .select(['since', 'ended_at', 'ends_at'])
    .where('pauses.user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  // Everything was moved back by four days. The time left must be the same at start and end.
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

test('a pause ends on time even if its job runs late', async () => {
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

test('a charge moves with the expiry and waits until the pause ends', async () => {
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
  // A charge starts another term.
  expect((await mine({ cookie }, product)).pause?.problem).toBeNull()
})

test('sends no expiry notice during a pause, and removes the role', async () => {
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

test('the refundable amount is the same before, during and after a pause', async () => {
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

test('an incident counts once, and only for time that was not paused', async () => {
  const { id: product, repo } = await desk.product({ mode: 'still', from_minutes: 0 })
  const { user, cookie } = await counter.customer()
  await desk.run(product, 100, 1000, user.id)
  await pause({ cookie }, product, 30)
  // Simulates that the pause started four hours ago.
  await sql`update pauses set since = since - interval '4 hours', until = until - interval '4 hours'
             where user_id = ${user.id}`.execute(db)
  const before = await end(user.id, product)
  await desk.incident(repo, 6, 1)
  await counter.work()
  expect(Math.abs((await end(user.id, product)) - before - 2 * hour * 1000)).toBeLessThan(60_000)
})
