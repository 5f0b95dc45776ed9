import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { refundDesk } from './testing/bought.ts'

const counter = await fileFixture(openCounter())
const { db } = counter
const admin = await signIn(counter.app, { admin: true })
const { buy, look, preview, refund, rows } = refundDesk(counter, admin)

/** The customer's first order of this product started the renewal. */
async function boughtMore() {
  const { user, cookie, products } = await buy()
  const item = { id: products[0]!, term_length: 3, renew: true } as const
  const { body } = await counter.buyByCard(cookie, [item])
  await counter.session(body.session_id, 'confirm')
  await counter.work()
  const order = body.order_id
  const [sold] = (await look(order)).refundable!.items
  return { user, order, part: { items: [{ id: sold!.id, amount: 1 }] } }
}
const renewalOf = (userId: number) =>
  db.selectFrom('renewals').select('state').where('user_id', '=', userId).executeTakeFirstOrThrow()
const mailOf = async (email: string) => {
  const find = async () =>
    (await counter.mailsTo(email)).find(({ text }) => text.includes('we refunded $1.00'))
  await expect.poll(find).toBeDefined()
  return (await find())!.text
}

test('an option stops a renewal started by another order, with a preview and a mail', async () => {
  const { user, order, part } = await boughtMore()
  expect((await look(order)).refundable).toMatchObject({ renews: true })
  expect((await preview(order, { ...part, stop_renewal: false })).body.renewal).toBe(false)
  expect((await preview(order, part)).body.renewal).toBe(true)
  expect((await renewalOf(user.id)).state).toBe('on')

  expect((await refund(order, part)).status).toBe(201)
  await counter.work()
  expect((await renewalOf(user.id)).state).toBe('ended')
  expect(await mailOf(user.email)).toContain('The renewal was stopped')
  expect((await look(order)).refundable).toMatchObject({ renews: false })
})

test('without the option the renewal continues, and the mail does not mention it', async () => {
  const { user, order, part } = await boughtMore()
  expect((await refund(order, { ...part, stop_renewal: false })).status).toBe(201)
  await counter.work()
  expect((await renewalOf(user.id)).state).toBe('on')
  expect(await mailOf(user.email)).not.toContain('renewal was')
})

test('a refund whose response was lost stays the same, also if the rest has changed', async () => {
  const { order, part } = await boughtMore()
  const asked = { ...part, id: randomUUID() }
  expect((await refund(order, asked)).status).toBe(201)
  const left = (await look(order)).refundable!.left
  expect((await refund(order, { ...asked, left })).body).toMatchObject({ id: asked.id, amount: 1 })
  expect(await rows(order)).toHaveLength(1)
})
