import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { lifetimeSeconds } from '#contract/wire/terms.ts'
import { grantTime } from '#server/access/subscriptions/ledger.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { disputing } from '#server/selling/disputes/testing/disputed.ts'
import { type Customer, openCounter } from '#server/selling/payments/testing/counter.ts'
import { pendingCard, refundDesk } from '#server/selling/refunds/testing/bought.ts'
import { renewing } from './testing/renewing.ts'

const counter = await fileFixture(openCounter())
const { behave, buy, pass, run } = renewing(counter)
const { look, refund, rows } = refundDesk(counter, await signIn(counter.app, { admin: true }))
const { bank, say, opening } = disputing(counter)

const lendFor = (renewal_grace_days: number) =>
  counter.db.updateTable('settings').set({ renewal_grace_days }).execute()

afterEach(async () => {
  await counter.reset()
  await opening('freeze')
  await lendFor(3)
})

/** Buys a plan that renews and lets it renew once. Returns the card. */
async function renewedOnce(customer: Customer, product: number, days = 7) {
  const item = { id: product, plan: `${days}d`, renew: true }
  const { order_id: order } = await buy(customer, item)
  const { card_id: card } = await counter.db
    .selectFrom('renewals')
    .select('card_id')
    .where('order_id', '=', order)
    .executeTakeFirstOrThrow()
  await pass(customer.user.id, days - 0.1)
  await run()
  return card!
}

/** Pays two periods. Then the card has no funds, and the renewal fails permanently. */
async function payTwice(customer: Customer, product: number, days: number) {
  await behave(await renewedOnce(customer, product, days), 'insufficient_funds')
  for (let gone = 0; gone < days + 16; gone += 1) {
    await pass(customer.user.id, 1)
    await run()
  }
}

const soldBy = (days: number) =>
  counter.addProduct({ plans: JSON.stringify([{ plan: `${days}d`, cents: 199 }]) })

test('grace days are never more than the term', async () => {
  const customer = await counter.customer()
  await payTwice(customer, await soldBy(1), 1)
  const { ledger } = counter
  expect(await ledger(customer.user.id)).toEqual(['purchase 1', 'purchase 1', 'grace 1'])
})

/** A customer with two paid periods of four days, a declined charge and three grace days. */
async function owing() {
  const customer = await counter.customer()
  const product = await soldBy(4)
  await payTwice(customer, product, 4)
  return { customer, product, ledgerOf: () => counter.ledger(customer.user.id) }
}

const granted = ['purchase 4', 'purchase 4', 'grace 3']

test('a customer can get grace days again after repaying them', async () => {
  const { customer, product, ledgerOf } = await owing()
  expect(await ledgerOf()).toEqual(granted)
  await payTwice(customer, product, 4)
  const repaid = ['purchase 4', 'grace_back -3', 'purchase 4', 'grace 3']
  expect(await ledgerOf()).toEqual([...granted, ...repaid])
})

test('buying by hand in each grace period gains no time beyond the paid time', async () => {
  const customer = await counter.customer()
  const product = await soldBy(7)
  const card = await renewedOnce(customer, product)
  await behave(card, 'insufficient_funds')
  for (let round = 0; round < 3; round++) {
    for (let day = 0; day < 8; day++) {
      await pass(customer.user.id, 1)
      await run()
    }
    await buy(customer, { id: product, plan: '7d' })
  }
  const ledger = await counter.ledger(customer.user.id)
  const sum = (cause: string) =>
    ledger
      .filter((entry) => entry.startsWith(`${cause} `))
      .reduce((days, entry) => days + Number(entry.split(' ')[1]), 0)
  expect(sum('grace')).toBeGreaterThan(0)
  expect(sum('grace') + sum('grace_back')).toBe(0)
})

const ways = {
  purchase: (customer: Customer, product: number) => buy(customer, { id: product, plan: '4d' }),
  grant: (customer: Customer, productId: number) => give(customer, productId, 'grant'),
  reward: (customer: Customer, productId: number) => give(customer, productId, 'reward'),
}

const give = ({ user }: Customer, productId: number, cause: 'grant' | 'reward') =>
  grantTime(counter.db, { userId: user.id, productId, seconds: 4 * 86_400, cause })

for (const [cause, gain] of Object.entries(ways)) {
  test(`a ${cause} repays the grace days that the customer owes`, async () => {
    const { customer, product, ledgerOf } = await owing()
    await gain(customer, product)
    expect((await ledgerOf()).slice(3)).toEqual([`${cause} 4`, 'grace_back -3'])
    await gain(customer, product)
    expect((await ledgerOf()).slice(5)).toEqual([`${cause} 4`])
  })
}

/** A customer who owed three grace days and has repaid them with a purchase of four days. */
async function repaid(card?: string) {
  const { customer, product, ledgerOf } = await owing()
  const item = { id: product, plan: '4d' }
  const { order_id: order, session_id: session } = await buy(customer, item, card)
  const { items } = (await look(order)).refundable!
  return {
    order,
    session,
    refund: (amount: number, take_time = true) =>
      refund(order, { items: [{ id: items[0]!.id, amount }], take_time }),
    owed: async () => {
      const { rows: owed } = await sql<{ days: number }>`
        select grace_owed(${customer.user.id}, ${product})::float8 / 86400 as days`.execute(
        counter.db,
      )
      return owed[0]!.days
    },
    buyAgain: () => buy(customer, item),
    /** The entries since the purchase. */
    ledgerOf: async () => (await ledgerOf()).slice(5),
  }
}

test('a refund makes the grace days owed again that its purchase repaid', async () => {
  const bought = await repaid()
  expect(await bought.owed()).toBe(0)
  expect((await bought.refund(1.99)).body).toMatchObject({ items: [{ seconds: 4 * 86_400 }] })
  expect(await bought.owed()).toBe(3)
  const back = ['grace 3', 'refund -3', 'refund -1']
  expect(await bought.ledgerOf()).toEqual(back)
  await bought.buyAgain()
  expect(await bought.ledgerOf()).toEqual([...back, 'purchase 4', 'grace_back -3'])
})

test('a part of a refund makes grace days owed again that the rest does not repay', async () => {
  const bought = await repaid()
  await bought.refund(0.4)
  expect(await bought.owed()).toBe(0)
  await bought.refund(1)
  expect(await bought.owed()).toBeCloseTo(3 - (4 * 0.59) / 1.99, 3)
})

test('a refund that leaves the time leaves repaid grace days repaid', async () => {
  const bought = await repaid()
  await bought.refund(1.99, false)
  expect(await bought.owed()).toBe(0)
})

test('a failed refund restores the time, which repays the grace days again', async () => {
  const bought = await repaid(pendingCard)
  await bought.refund(1.99)
  expect(await bought.owed()).toBe(3)
  const [row] = await rows(bought.order)
  await counter.refund(row!.provider_id!, 'fail')
  await counter.work()
  expect(await bought.owed()).toBe(0)
  expect((await bought.ledgerOf()).slice(3)).toEqual(['compensation 4', 'grace_back -3'])
})

test('a lost dispute makes the grace days owed again that its purchase repaid', async () => {
  const bought = await repaid()
  await bank(bought, 'dispute')
  expect(await bought.owed()).toBe(0)
  await bank(bought, 'dispute-lost')
  expect(await bought.owed()).toBe(3)
  expect((await bought.ledgerOf()).slice(1)).toEqual(['grace 3', 'refund -3'])
})

test.each(['freeze', 'revoke', 'leave'] as const)(
  'with the setting %s, a partly lost dispute makes grace days owed only if the remaining time does not repay them',
  async (setting) => {
    await opening(setting)
    const [small, large] = [await repaid(), await repaid()]
    const lose = async (bought: typeof small, cents: number) => {
      await say(bought, 'first', 'needs_response', cents)
      await say(bought, 'second', 'needs_response', 40)
      await say(bought, 'first', 'lost', cents)
      await say(bought, 'second', 'won', 40)
      await counter.work()
    }
    await lose(small, 40)
    expect(await small.owed()).toBe(0)
    await lose(large, 120)
    expect(await large.owed()).toBeCloseTo(3 - (4 * 0.79) / 1.99, 3)
  },
)

test('a lifetime stays a lifetime for a customer who owes grace days', async () => {
  const { customer, product, ledgerOf } = await owing()
  const seconds = lifetimeSeconds
  await grantTime(counter.db, {
    userId: customer.user.id,
    productId: product,
    seconds,
    cause: 'grant',
  })
  expect((await ledgerOf()).slice(3)).toEqual([`grant ${lifetimeSeconds / 86_400}`])
})

test('time of another product repays no grace days', async () => {
  const { customer, ledgerOf } = await owing()
  await give(customer, await soldBy(4), 'grant')
  expect((await ledgerOf()).slice(3)).toEqual(['grant 4'])
})

test('a grace period of 0 days gives no grace days', async () => {
  await lendFor(0)
  const customer = await counter.customer()
  await payTwice(customer, await soldBy(4), 4)
  expect(await counter.ledger(customer.user.id)).toEqual(['purchase 4', 'purchase 4'])
})
