import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { staffSubscriptions } from '#contract/access/staff-subscriptions.ts'
import { lifetimeSeconds } from '#contract/wire/terms.ts'
import { transaction } from '#server/kernel/database/database.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { moveStills } from '#server/outages/credits/stills.ts'
import { day } from '#server/outages/credits/testing/credit-desk.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { passTime } from '#server/selling/renewals/testing/pass-time.ts'
import { renewing } from '#server/selling/renewals/testing/renewing.ts'
import { enterTime, grantTime, revokeTime } from './ledger.ts'
import { allowPauses } from './testing/pause.ts'
import { pausing } from './testing/pausing.ts'

const counter = await fileFixture(openCounter())
const { db } = counter
const { subscribe } = renewing(counter)
const admin = await signIn(counter.app, { admin: true })
const { desk, mine, pause, resume, end, given } = await pausing(counter, admin)

test('allows one pause a term, and only of subscriptions that can be paused', async () => {
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
  await passTime(db, other.user.id, 0.998)
  expect((await pause(other, other.product)).body).toMatchObject({ code: 'pause_nearly_over' })
  await passTime(db, other.user.id, 1)
  expect((await pause(other, other.product)).body).toMatchObject({ code: 'nothing_to_pause' })
  const life = await counter.addProduct()
  const seconds = lifetimeSeconds
  await grantTime(db, { userId: user.id, productId: life, seconds, cause: 'grant' })
  expect((await pause({ cookie }, life)).body).toMatchObject({ code: 'pause_lifetime' })
})

test('refuses a pause during an open payment, a grace period, a dispute or a freeze', async () => {
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

test('staff end a pause with a reason, and a revocation ends it too', async () => {
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
