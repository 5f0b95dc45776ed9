import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { day } from '#server/outages/credits/testing/credit-desk.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { refundDesk } from '#server/selling/refunds/testing/bought.ts'
import { passTime } from '#server/selling/renewals/testing/pass-time.ts'
import { revokeTime } from './ledger.ts'
import { endPauses } from './pauses.ts'
import { pausing } from './testing/pausing.ts'

const counter = await fileFixture(openCounter())
const { db } = counter
const admin = await signIn(counter.app, { admin: true })
const { desk, mine, pause, resume, end, given, left } = await pausing(counter, admin)

test('two concurrent pauses count as one', async () => {
  const { user, cookie, product } = await given(30)
  const before = await end(user.id, product)
  const answers = await Promise.all([1, 2, 3, 4].map(() => pause({ cookie }, product, 10)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  expect(await end(user.id, product)).toBe(before + 10 * day * 1000)
})

test('resuming during the job returns the time once', async () => {
  for (let n = 0; n < 5; n += 1) {
    const { user, cookie, product } = await given(30)
    await pause({ cookie }, product, 1)
    await passTime(db, user.id, 1 - (n - 2) / day)
    const [answer] = await Promise.all([resume({ cookie }, product), endPauses(db), endPauses(db)])
    expect([200, 409]).toContain(answer!.status)
    await endPauses(db)
    expect(Math.abs((await left({ cookie }, product)) - 30 * day)).toBeLessThan(60)
    const told = await db
      .selectFrom('events')
      .select('id')
      .where('type', '=', 'time.resumed')
      .where('user_id', '=', user.id)
      .execute()
    expect(told.length).toBeLessThanOrEqual(1)
  }
})

test('no time is left after a pause during a revocation', async () => {
  for (let n = 0; n < 5; n += 1) {
    const { user, cookie, product } = await given(30)
    const who = { userId: user.id, productId: product, actorId: admin.user.id }
    await Promise.all([pause({ cookie }, product, 10), revokeTime(db, who)])
    expect(await end(user.id, product)).toBeLessThanOrEqual(Date.now() + 1000)
    expect((await mine({ cookie }, product)).paused).toBeNull()
  }
})

test('a pause during a compensation batch extends the expiry by both, once', async () => {
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
  expect(Math.abs((await end(user.id, product)) - before - 2 * day * 1000)).toBeLessThan(60_000)
})

test('a refund during a pause takes the refunded time once and keeps the rest', async () => {
  const refunds = refundDesk(counter, admin)
  for (let n = 0; n < 4; n += 1) {
    const { user, cookie, order, items, products } = await refunds.buy()
    await passTime(db, user.id, 6)
    const product = products[0]!
    const before = await left({ cookie }, product)
    const { unused, left: cents } = (await refunds.look(order)).refundable!.items[0]!
    // Refunds all unused time, or a third of it.
    const amount = n % 2 === 0 ? unused! : unused! / 3
    const wanted = { items: [{ id: items[0]!, amount: Math.round(amount * 100) / 100 }] }
    const [paused, refunded] = await Promise.all([
      pause({ cookie }, product, 10),
      refunds.refund(order, wanted),
    ])
    expect([200, 409]).toContain(paused.status)
    expect([refunded.status, refunded.detail]).toEqual([201, undefined])
    await counter.work()
    const { refundable } = await refunds.look(order)
    const given = refundable?.items[0]?.left ?? 0
    expect(Math.round((cents - given) * 100)).toBe(Math.round(amount * 100))
    // A customer who resumes has as much time as one who never paused. One cent of the month equals
    // 22 minutes.
    const kept = n % 2 === 0 ? 0 : (before * 2) / 3
    if (kept > 0) expect(Math.abs((await left({ cookie }, product)) - kept)).toBeLessThan(1300)
    await resume({ cookie }, product)
    const ends = (await end(user.id, product)) - Date.now()
    expect(Math.abs(Math.max(0, ends) - kept * 1000)).toBeLessThan(1_300_000)
    const { rows } = await sql<{ seconds: number }>`
      select sum(seconds)::int as seconds from time_entries
        join subscriptions on subscriptions.id = subscription_id
       where user_id = ${user.id} and cause in ('pause', 'pause_back')`.execute(db)
    expect(Math.abs(rows[0]!.seconds ?? 0)).toBeLessThan(60)
  }
})
