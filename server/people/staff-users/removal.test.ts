import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { staffUsers } from '#contract/people/staff-users.ts'
import { renewals } from '#contract/selling/renewals.ts'
import { lockCustomer } from '#server/access/subscriptions/ledger.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { countLockWaits } from '#server/kernel/testing/lock-waits.ts'
import { disputing } from '#server/selling/disputes/testing/disputed.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { payoutDesk } from '#server/selling/payouts/testing/desk.ts'
import { renewing } from '#server/selling/renewals/testing/renewing.ts'

const counter = await fileFixture(openCounter())
const { db, call } = counter
const { buy, bank } = disputing(counter)
const { subscribe } = renewing(counter)
const admin = await signIn(counter.app, { admin: true })

afterEach(() => counter.reset())

const preview = (uid: number, by = admin) => call(staffUsers.previewRemove, { params: { uid } }, by)
const none = { subscriptions: 0, renewals: 0, payouts: 0, disputes: 0, tickets: 0, api_keys: 0 }

test('the preview of a deletion lists what ends and what continues, and changes nothing', async () => {
  const { user, cookie, id } = await subscribe()
  const disputed = await buy({ user, cookie } as Parameters<typeof buy>[0])
  await bank(disputed, 'dispute')
  const ticket = {
    user_id: user.id,
    title: 'Where',
    content: 'Is it?',
    category: 'General',
  } as const
  await db.insertInto('tickets').values(ticket).execute()

  const { body } = await preview(user.id)
  expect(body).toEqual({
    ends: { ...none, subscriptions: 1, renewals: 2, tickets: 1 },
    stays: { ...none, disputes: 1 },
  })
  const kept = (await call(renewals.list, {}, { cookie })).body
  expect(kept).toContainEqual(expect.objectContaining({ id, state: 'on' }))
  expect((await preview(user.id)).body).toEqual(body)

  const reason = 'Asked to be deleted'
  const removed = await call(
    staffUsers.remove,
    { params: { uid: user.id }, body: { reason } },
    admin,
  )
  expect(removed.status).toBe(200)
  const line = await db
    .selectFrom('logs')
    .select('details')
    .where('user_id', '=', user.id)
    .where('message', '=', 'User deleted')
    .executeTakeFirstOrThrow()
  expect(line.details).toMatchObject({ reason })
  expect((await preview(user.id)).status).toBe(404)
})

test('a preview that waited for a lock counts the subscriptions that end', async () => {
  const { user } = await subscribe()
  const { asked } = await db.transaction().execute(async (tx) => {
    await lockCustomer(tx, user.id)
    const asked = preview(user.id)
    await expect.poll(() => countLockWaits(db)).toBe(1)
    // Revoked time is rounded up to whole seconds.
    await sql`select pg_sleep(1.1)`.execute(tx)
    return { asked }
  })
  expect((await asked).body.ends).toMatchObject({ subscriptions: 1, renewals: 1 })
})

test('deleting a customer withdraws a payout without an address and continues one with an address', async () => {
  const desk = payoutDesk(counter, admin)
  const { user, order } = await desk.buy()
  const { id } = (await desk.offer(order)).body
  const payouts = async () => {
    const { ends, stays } = (await preview(user.id)).body
    return [ends.payouts, stays.payouts]
  }
  expect(await payouts()).toEqual([1, 0])
  await desk.given(id)
  expect(await payouts()).toEqual([0, 1])
})

test('administrators cannot preview the deletion of their own account', async () => {
  expect(await preview(admin.user.id)).toMatchObject({
    status: 409,
    detail: staffUsers.remove.refusals.not_deleting_yourself.sentence,
  })
})
