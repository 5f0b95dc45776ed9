import { expect, test } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'

const counter = await fileFixture(openCounter())

async function buyByCrypto(product: number, discount: string) {
  const { cookie, user } = await counter.customer()
  const items = [{ id: product, term_length: 1 as const, discount }]
  const { status, body } = await counter.buyByCrypto(cookie, items)
  expect(status).toBe(201)
  return { order: body.order_id, payment: body.id, userId: user.id }
}

async function buyAndExpire(product: number, code: string) {
  const bought = await buyByCrypto(product, code)
  await counter.coins(bought.payment, 'expire')
  await counter.work()
  expect(await counter.statusOf(bought.order)).toBe('expired')
  return bought
}

async function holds(orderId: string) {
  const { returned_at } = await counter.db
    .selectFrom('discount_uses')
    .innerJoin('order_items', 'order_items.id', 'order_item_id')
    .select('returned_at')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return returned_at === null
}

test('paying with one code leaves the uses of other codes and customers', async () => {
  const [one, two] = [await counter.addProduct(), await counter.addProduct()]
  await counter.addCode(one, 'ONLYONE', { max_uses: 1 })
  await counter.addCode(one, 'ROOMY', { max_uses: 5 })
  await counter.addCode(two, 'PAIDWITH')
  const lapsed = await buyAndExpire(one, 'ONLYONE')
  const roomy = await buyAndExpire(one, 'ROOMY')
  const same = await buyAndExpire(two, 'PAIDWITH')
  await buyByCrypto(one, 'ONLYONE')

  const { cookie, user } = await counter.customer()
  const items = [{ id: two, term_length: 1 as const, discount: 'PAIDWITH' }]
  const { body } = await counter.buyByCard(cookie, items)
  await counter.session(body.session_id, 'confirm')
  await counter.work()

  expect(await counter.statusOf(body.order_id)).toBe('finished')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
  for (const { order } of [lapsed, roomy, same]) expect(await holds(order)).toBe(false)
  expect(await counter.usesOf('ONLYONE')).toBe(1)
  expect(await counter.usesOf('ROOMY')).toBe(0)
  expect(await counter.usesOf('PAIDWITH')).toBe(1)
})

test('a late payment takes the use again, unless the code is used up', async () => {
  const product = await counter.addProduct()
  await counter.addCode(product, 'LATE', { max_uses: 1 })
  const first = await buyAndExpire(product, 'LATE')
  const second = await buyByCrypto(product, 'LATE')
  await counter.coins(first.payment, 'pay-late')
  await counter.work()
  expect(await counter.statusOf(first.order)).toBe('partially_paid')
  expect(await holds(second.order)).toBe(true)
  expect(await counter.usesOf('LATE')).toBe(1)

  await counter.coins(second.payment, 'expire')
  await counter.work()
  expect(await counter.usesOf('LATE')).toBe(0)
  await counter.coins(second.payment, 'pay-late')
  await counter.work()
  expect(await holds(second.order)).toBe(true)
  expect(await counter.usesOf('LATE')).toBe(1)
})
