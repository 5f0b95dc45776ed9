import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { staffUsers } from '#contract/people/staff-users.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { renewing } from './testing/renewing.ts'

const counter = await fileFixture(openCounter())
const { db, call } = counter
const admin = await signIn(counter.app, { admin: true })
const { subscribe, pass, run, get } = renewing(counter)

async function openForm() {
  const customer = await counter.customer()
  const id = await counter.addProduct()
  const { body } = await counter.buyByCard(customer.cookie, [{ id, term_length: 1, renew: true }])
  return { ...customer, ...body }
}
const remove = (uid: number) => call(staffUsers.remove, { params: { uid } }, admin)
const ban = (uid: number) =>
  call(staffUsers.change, { params: { uid }, body: { banned: true } }, admin)
const renewalsOf = (userId: number) =>
  db.selectFrom('renewals').select(['state', 'ended_for']).where('user_id', '=', userId).execute()

test.each([
  ['deleted', remove],
  ['banned', ban],
])('a customer who is %s pays nothing with an open card form', async (_, leave) => {
  const { user, session_id, order_id } = await openForm()
  await leave(user.id)
  await counter.work()
  expect(await counter.statusOf(order_id)).toBe('expired')
  await expect(counter.session(session_id, 'confirm')).rejects.toThrow()
  expect(await renewalsOf(user.id)).toEqual([])
})

test.each([
  ['deleted', remove],
  ['banned', ban],
])(
  'a payment made before its customer was %s is reported later, and renews nothing',
  async (_, leave) => {
    const { user, session_id, order_id } = await openForm()
    await counter.switches({ stripe: { webhooks: { lost: true } } })
    await counter.session(session_id, 'confirm')
    await leave(user.id)
    // The withdraw job cancels the order and finds it paid.
    await counter.work()
    await counter.reset()
    expect(await counter.statusOf(order_id)).toBe('finished')
    expect(await renewalsOf(user.id)).toEqual([])
  },
)

test('a renewal of such an account ends instead of being charged', async () => {
  const { user, id } = await subscribe()
  await sql`update users set banned = true where id = ${user.id}`.execute(db)
  await pass(user.id, 29.5)
  await run()
  expect(await get(id)).toMatchObject({ state: 'ended', ended_for: 'banned' })
  const charges = await db
    .selectFrom('renewal_charges')
    .selectAll()
    .where('renewal_id', '=', id)
    .execute()
  expect(charges).toEqual([])
})
