import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { orders } from '#contract/selling/orders.ts'
import { payouts } from '#contract/selling/payouts.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { withdrawLate } from './jobs.ts'
import { bitcoin, otherBitcoin, payoutDesk } from './testing/desk.ts'

const counter = await fileFixture(openCounter())
const { db } = counter
const admin = await signIn(counter.app, { admin: true })
const desk = payoutDesk(counter, admin)

afterEach(() => counter.reset())

const pass = (id: string) =>
  db
    .updateTable('payouts')
    .set({ expires_at: sql<Date>`now() - interval '1 second'` })
    .where('id', '=', id)
    .execute()

test('only the customer of the order can open its payout, and only while it is offered', async () => {
  const { order, ...buyer } = await desk.buy()
  const open = async (by: { cookie: string }) => {
    const { status, code, body } = await counter.call(payouts.open, { params: { id: order } }, by)
    return { status, code, token: body?.token }
  }
  const over = { status: 409, code: 'payout_over' }
  expect(await open(buyer)).toMatchObject(over)
  const { id } = (await desk.offer(order)).body
  expect(await open(buyer)).toMatchObject({ status: 200, token: await desk.tokenOf(id) })
  expect(await open(await counter.customer())).toMatchObject(over)
  await pass(id)
  expect(await open(buyer)).toMatchObject(over)
})

test('after seven days the link expires and a job withdraws the offer', async () => {
  const [late, beside] = [await desk.buy(), await desk.buy()]
  const { id } = (await desk.offer(late.order)).body
  const other = (await desk.offer(beside.order)).body.id
  await pass(id)
  expect((await desk.give(id)).code).toBe('payout_over')
  expect((await desk.read(id)).body.status).toBe('withdrawn')
  await withdrawLate(db)
  expect((await desk.look(late.order)).refundable?.left).toBe(19.99)
  expect((await desk.read(other)).body.status).toBe('offered')
})

test('a customer is mailed once about an expired offer, and not about a withdrawn one', async () => {
  const [late, taken] = [await desk.buy(), await desk.buy()]
  const { id } = (await desk.offer(late.order)).body
  const other = (await desk.offer(taken.order)).body.id
  await counter.work()
  await desk.withdraw(other)
  await pass(id)
  await pass(other)
  await withdrawLate(db)
  await withdrawLate(db)
  await counter.work()
  expect(await desk.mailsOf(late.user.id)).toEqual(['payout-offer', 'payout-over'])
  expect(await desk.mailsOf(taken.user.id)).not.toContain('payout-over')
  expect((await desk.read(id)).body).toMatchObject({ status: 'withdrawn', ran_out: true })
  expect((await desk.read(other)).body).toMatchObject({ status: 'withdrawn', ran_out: false })
  const seen = async (of: typeof late) =>
    (await counter.call(orders.get, { params: { id: of.order } }, of)).body.payout
  expect(await seen(late)).toMatchObject({ status: 'withdrawn', ran_out: true })
  expect(await seen(taken)).toBeNull()
})

test('an address is validated, and cannot be changed once it is confirmed', async () => {
  const { order } = await desk.buy()
  const { id } = (await desk.offer(order)).body
  expect((await desk.give(id, bitcoin.replace('ar0', 'ar9'))).code).toBe('wrong_address')
  expect((await desk.give(id, bitcoin, '12')).code).toBe('wrong_memo')
  await desk.give(id, otherBitcoin)
  const first = await desk.code(id)
  await desk.give(id)
  const second = await desk.code(id)
  if (first !== second) expect((await desk.confirm(id, first)).code).toBe('wrong_payout_code')
  expect((await desk.confirm(id)).body.address).toBe(bitcoin)
  expect((await desk.give(id, otherBitcoin)).code).toBe('address_settled')
  expect((await desk.confirm(id, second)).code).toBe('address_settled')
  expect((await desk.approve(id, otherBitcoin)).code).toBe('payout_moved')
})

test('a code with copied spaces is accepted', async () => {
  const { order } = await desk.buy()
  const { id } = (await desk.offer(order)).body
  await desk.give(id)
  const code = await desk.code(id)
  expect((await desk.confirm(id, ` ${code.slice(0, 3)} ${code.slice(3)}`)).body.status).toBe(
    'given',
  )
})

test('a page confirms the address that it shows, not one that was entered since', async () => {
  const { order } = await desk.buy()
  const { id } = (await desk.offer(order)).body
  await desk.give(id, otherBitcoin)
  await desk.give(id)
  const newest = await desk.code(id)
  expect((await desk.confirm(id, newest, otherBitcoin)).code).toBe('payout_address_moved')
  expect((await desk.read(id)).body).toMatchObject({ status: 'offered', address: bitcoin })
  expect((await desk.confirm(id, newest)).body).toMatchObject({ status: 'given', address: bitcoin })
})

test('a code is invalid after five wrong attempts', async () => {
  const { order } = await desk.buy()
  const { id } = (await desk.offer(order)).body
  expect((await desk.confirm(id, '000000')).code).toBe('payout_code_over')
  await desk.give(id)
  const right = await desk.code(id)
  const wrong = right === '111111' ? '222222' : '111111'
  for (let n = 0; n < 5; n += 1)
    expect((await desk.confirm(id, wrong)).code).toBe('wrong_payout_code')
  expect((await desk.confirm(id, right)).code).toBe('payout_code_over')
})

test('a memo with line breaks or invisible characters is refused', async () => {
  const { order } = await desk.buy()
  const stellar = { pay_currency: 'xlm', pay_network: 'xlm' }
  await db.updateTable('payments').set(stellar).where('order_id', '=', order).execute()
  const { id } = (await desk.offer(order)).body
  const address = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'
  for (const memo of ['1\nAddress: of mine', '\u202e12', '1\u00072'])
    expect((await desk.give(id, address, memo)).status, memo).toBe(422)
  expect((await desk.give(id, address, ' 1042 ')).body.memo).toBe('1042')
})
