import { afterEach, expect, test } from 'vitest'
import { staffDiscounts } from '#contract/catalogue/staff-discounts.ts'
import { orders } from '#contract/selling/orders.ts'
import { payments } from '#contract/selling/payments.ts'
import { renewals } from '#contract/selling/renewals.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { renewing } from './testing/renewing.ts'

const counter = await fileFixture(openCounter())
const { buy, pass, run, get, behave, act } = renewing(counter)

afterEach(() => counter.reset())

type Terms = { renewals: number; type?: 0 | 1; amount?: number; max_uses?: number }

let codes = 0
async function withCode(terms: Terms) {
  codes += 1
  const code = `HOLDS${codes}`
  const product = await counter.addProduct()
  await counter.addCode(product, code, { amount: 50, ...terms })
  return { code, item: { id: product, term_length: 1 as const, renew: true, discount: code } }
}

async function subscribeWithCode(terms: Terms) {
  const { code, item } = await withCode(terms)
  const customer = await counter.customer()
  const { order_id: order } = await buy(customer, item)
  return { ...customer, code, item, ...(await renewalOf(order)) }
}

const renewalOf = (order: string) =>
  counter.db
    .selectFrom('renewals')
    .select(['id', 'card_id'])
    .where('order_id', '=', order)
    .executeTakeFirstOrThrow()

async function nextCharge({ user }: { user: { id: number } }) {
  await pass(user.id, 30)
  await run()
}

/** Returns the total of each order in dollars, the oldest first. */
async function paid(cookie: string) {
  const { body } = await counter.call(orders.list, {}, { cookie })
  return body.map(({ total_price }) => total_price).reverse()
}
const mine = async (cookie: string) => (await counter.call(renewals.list, {}, { cookie })).body[0]!

test('a code for two renewals applies to two, as one use', async () => {
  const one = await subscribeWithCode({ renewals: 2 })
  expect(await mine(one.cookie)).toMatchObject({
    price: 9.99,
    discount: { code: one.code, charges: 2, price: 19.99 },
  })
  await nextCharge(one)
  expect(await mine(one.cookie)).toMatchObject({ price: 9.99, discount: { charges: 1 } })
  await nextCharge(one)
  expect(await mine(one.cookie)).toMatchObject({ price: 19.99, discount: null })
  await nextCharge(one)
  expect(await paid(one.cookie)).toEqual([9.99, 9.99, 9.99, 19.99])
  expect(await counter.usesOf(one.code)).toBe(1)
  const { body } = await counter.call(orders.list, {}, one)
  expect(body.map(({ items }) => items[0]!.discount)).toEqual([
    null,
    ...Array(3).fill({ code: one.code, amount: 10 }),
  ])
})

test('a code removed since applies as promised, and other renewals cost the full price', async () => {
  const one = await subscribeWithCode({ renewals: 1 })
  const staff = await signIn(counter.app, { admin: true })
  await counter.call(staffDiscounts.remove, { body: [one.code] }, staff)
  const other = await counter.customer()
  await buy(other, { id: one.item.id, term_length: 1, renew: true })
  await nextCharge(one)
  await nextCharge(other)
  expect(await paid(one.cookie)).toEqual([9.99, 9.99])
  expect(await paid(other.cookie)).toEqual([19.99, 19.99])
})

test('a payment that failed first counts once, and keeps its price', async () => {
  const one = await subscribeWithCode({ renewals: 1 })
  await behave(one.card_id!, 'insufficient_funds')
  await nextCharge(one)
  expect(await get(one.id)).toMatchObject({ state: 'retrying', code_charges: 1 })
  await behave(one.card_id!, 'succeeds')
  expect((await act('pay', one)).body).toMatchObject({ state: 'on', price: 19.99, discount: null })
  expect(await paid(one.cookie)).toEqual([9.99, 9.99])
})

test('charges a card at least 50 cents', async () => {
  const { item } = await withCode({ renewals: 1, type: 0, amount: 1980 })
  const customer = await counter.customer()
  // On its own, the item would also cost less than the minimum card charge at the checkout.
  const other = { id: await counter.addProduct(), term_length: 1 as const, renew: false }
  const { body } = await counter.buyByCard(customer.cookie, [item, other])
  await counter.session(body.session_id, 'confirm')
  await counter.work()
  await nextCharge(customer)
  expect(await paid(customer.cookie)).toEqual([20.18, 0.5])
})

test('one of two renewals that race for the last use of a code keeps it', async () => {
  const { code, item } = await withCode({ renewals: 1, max_uses: 1 })
  const both = [await counter.customer(), await counter.customer()]
  const answers = await Promise.all(both.map(({ cookie }) => counter.buyByCard(cookie, [item])))
  expect(answers.map(({ status, code }) => code ?? status).sort()).toEqual([201, 'code_used_up'])
  const won = answers.findIndex(({ code }) => !code)
  await counter.session(answers[won]!.body.session_id, 'confirm')
  await counter.work()
  await nextCharge(both[won]!)
  expect(await paid(both[won]!.cookie)).toEqual([9.99, 9.99])
  expect(await counter.usesOf(code)).toBe(1)
})

test('the checkout shows the renewal price with the code, and confirms replacing a running renewal', async () => {
  const { code, item } = await withCode({ renewals: 3 })
  const customer = await counter.customer()
  const quote = async () =>
    (await counter.call(payments.quote, { body: { items: [item] } }, customer)).body.items[0]!
  expect((await quote()).renewal).toMatchObject({
    price: 19.99,
    discount: { price: 9.99, charges: 3 },
    running: null,
  })
  const { order_id: order } = await buy(customer, { ...item, discount: undefined })
  const { id } = await renewalOf(order)
  expect((await quote()).renewal).toMatchObject({ running: { price: 19.99 } })
  await buy(customer, { ...item, replace_renewal: true })
  expect(await get(id)).toMatchObject({ code, code_charges: 3 })
  await buy(customer, { ...item, discount: undefined, term_length: 3, replace_renewal: true })
  expect(await get(id)).toMatchObject({ code: null, code_charges: 0, plan: '3m' })
})

test('a code with a full discount cannot apply to renewals', async () => {
  const staff = await signIn(counter.app, { admin: true })
  const gid = await counter.addProduct()
  const add = (more: { amount?: number; renewals: number }) =>
    counter.call(
      staffDiscounts.add,
      {
        body: [
          {
            ...{ code: `ALL${gid}`, gid, type: 1, amount: 99, ...more },
            start_date: '2026-01-01T00:00:00Z',
            end_date: '2036-01-01T00:00:00Z',
          },
        ],
      },
      staff,
    )
  for (const wrong of [{ amount: 100, renewals: 1 }, { renewals: -1 }, { renewals: 121 }])
    expect((await add(wrong)).status, JSON.stringify(wrong)).toBe(422)
  expect((await add({ renewals: 120 })).body.discounts).toMatchObject([{ renewals: 120 }])
})
