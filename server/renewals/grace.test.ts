import { afterEach, expect, test } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { type Customer, openCounter } from '#server/payments/testing/counter.ts'
import { renewing } from './testing/renewing.ts'

const counter = await fileFixture(openCounter())
const { behave, buy, pass, run } = renewing(counter)

const lendFor = (renewal_grace_days: number) =>
  counter.db.updateTable('settings').set({ renewal_grace_days }).execute()

afterEach(async () => {
  await counter.reset()
  await lendFor(3)
})

/** Buys so many days that renew, and pays for the next as well; then the card has nothing left. */
async function payTwice(customer: Customer, product: number, days: number) {
  const item = { id: product, plan: `${days}d`, renew: true }
  const { order_id: order } = await buy(customer, item)
  const { card_id: card } = await counter.db
    .selectFrom('renewals')
    .select('card_id')
    .where('order_id', '=', order)
    .executeTakeFirstOrThrow()
  await pass(customer.user.id, days - 0.1)
  await run()
  await behave(card!, 'insufficient_funds')
  for (let gone = 0; gone < days + 16; gone += 0.5) {
    await pass(customer.user.id, 0.5)
    await run()
  }
}

const soldBy = (days: number) =>
  counter.addProduct({ plans: JSON.stringify([{ plan: `${days}d`, cents: 199 }]) })

test('of a term that is shorter than what is lent no more than the term is', async () => {
  const customer = await counter.customer()
  await payTwice(customer, await soldBy(1), 1)
  const { ledger } = counter
  expect(await ledger(customer.user.id)).toEqual(['purchase 1', 'purchase 1', 'grace 1'])
})

test('who has not paid back what was lent is lent nothing of that product again', async () => {
  const customer = await counter.customer()
  const product = await soldBy(4)
  await payTwice(customer, product, 4)
  const lent = ['purchase 4', 'purchase 4', 'grace 3']
  expect(await counter.ledger(customer.user.id)).toEqual(lent)
  await payTwice(customer, product, 4)
  expect(await counter.ledger(customer.user.id)).toEqual([...lent, 'purchase 4', 'purchase 4'])
  await payTwice(customer, await soldBy(4), 4)
  expect((await counter.ledger(customer.user.id)).slice(5)).toEqual(lent)
})

test('a shop that lends nothing lends nothing', async () => {
  await lendFor(0)
  const customer = await counter.customer()
  await payTwice(customer, await soldBy(4), 4)
  expect(await counter.ledger(customer.user.id)).toEqual(['purchase 4', 'purchase 4'])
})
