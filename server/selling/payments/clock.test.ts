import { expect, test } from 'vitest'
import { orders } from '#contract/selling/orders.ts'
import { giveTime } from '#server/access/subscriptions/gifts.ts'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { receive } from '#server/kernel/testing/mailbox.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { openCounter } from './testing/counter.ts'

const counter = await fileFixture(openCounter())

async function move(body: object) {
  let over = false
  const moved = fetch(`${counter.sandboxUrl}/control/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).finally(() => {
    over = true
  })
  // Run the jobs concurrently, as the shop's worker would.
  while (!over) await counter.work()
  expect((await moved).status).toBe(200)
  await counter.work()
}

async function subscribe() {
  const { user, cookie, body } = await counter.newCardOrder()
  await counter.session(body.session_id, 'confirm')
  await counter.work()
  return { user, cookie }
}

const endOf = async (userId: number) => {
  const { ends_at } = await counter.db
    .selectFrom('subscriptions')
    .select('ends_at')
    .where('user_id', '=', userId)
    .orderBy('ends_at', 'desc')
    .executeTakeFirstOrThrow()
  return ends_at.getTime()
}

test('moving the sandbox clock past a renewal charges the card once for each period', async () => {
  const { user, cookie } = await subscribe()
  await move({ to: 'renewal' })
  const listed = async () => {
    // After four weeks, the sign-in session has expired.
    const found = counter.db
      .selectFrom('orders')
      .select('payment_status')
      .where('user_id', '=', user.id)
    return (await found.execute()).map(({ payment_status }) => payment_status)
  }
  expect((await counter.call(orders.list, {}, { cookie })).status).toBe(401)
  expect(await listed()).toEqual(['finished', 'finished'])
  // Moves past three more periods at once.
  await move({ days: 91 })
  expect(await listed()).toEqual(Array(5).fill('finished'))
  const left = (await endOf(user.id)) - clock.now()
  expect(left).toBeGreaterThan(27 * 86_400_000)
  expect(left).toBeLessThan(31 * 86_400_000)
  const mails = (await receive(counter, user.email)).map(({ subject }) => subject)
  expect(mails.filter((subject) => /ended|ends/.test(subject))).toEqual([])
})

test('when the sandbox clock moves far, each charge is announced before it is made', async () => {
  const { user } = await subscribe()
  await move({ days: 35 })
  const entries = await counter.db
    .selectFrom('mails')
    .select('template')
    .where('user_id', '=', user.id)
    .orderBy('id')
    .execute()
  const order = entries.map(({ template }) => template)
  expect(order).toContain('renewal-soon')
  expect(order.indexOf('renewal-soon')).toBeLessThan(order.lastIndexOf('receipt'))
})

test('when the sandbox clock moves far, each expiry email is sent on its day', async () => {
  const { user } = await counter.customer()
  const id = await counter.addProduct({ name: 'Ending Soon' })
  const staff = await signInAs(counter.db, { admin: true })
  await giveTime(counter.db, staff.user, user.id, { productId: id, seconds: 30 * 86_400 })
  await move({ months: 2 })
  const subjects = (await receive(counter, user.email)).map(({ subject }) => subject)
  expect(subjects).toEqual(
    ['expires in 7 days', 'expires in 3 days', 'expires in 1 day', 'has expired'].map(
      (when) => `Your Ending Soon subscription ${when}`,
    ),
  )
})
