import { expect, test } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'

const counter = await fileFixture(openCounter())

const buyers = (count: number) => Promise.all(Array.from({ length: count }, counter.customer))

test('of fifty buyers who race for a code’s last three uses exactly three win', async () => {
  const product = await counter.addProduct()
  await counter.addCode(product, 'LASTTHREE', { max_uses: 5, used_count: 2 })
  const items = [{ id: product, term_length: 1 as const, discount: 'LASTTHREE' }]
  const answers = await Promise.all(
    (await buyers(50)).map(({ cookie }, index) =>
      index % 2 ? counter.buyByCard(cookie, items) : counter.buyByCrypto(cookie, items),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  const losers = answers.filter(({ status }) => status !== 201)
  for (const { status, code } of losers) expect([status, code]).toEqual([409, 'code_used_up'])
  expect(await counter.usesOf('LASTTHREE')).toBe(5)
  const { count } = await counter.db
    .selectFrom('order_items')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('discount_code', '=', 'LASTTHREE')
    .executeTakeFirstOrThrow()
  expect(count, 'orders of the losers').toBe(3)
})

test('carts with the same codes in another order do not block each other', async () => {
  const products = await Promise.all(Array.from({ length: 5 }, () => counter.addProduct()))
  for (const product of products)
    await counter.addCode(product, `RING${product}`, { max_uses: 1000 })
  const items = products.map((id) => ({ id, term_length: 1 as const, discount: `RING${id}` }))
  const answers = await Promise.all(
    (await buyers(20)).map(({ cookie }, index) =>
      counter.buyByCrypto(cookie, index % 2 ? items : items.toReversed()),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
  for (const product of products) expect(await counter.usesOf(`RING${product}`)).toBe(20)
})

test('free orders placed at once add up on one subscription', async () => {
  const { user, cookie } = await counter.customer()
  const product = await counter.addProduct()
  await counter.addCode(product, 'FREEBIE', { amount: 100, max_uses: 4 })
  const items = [{ id: product, term_length: 3 as const, discount: 'FREEBIE' }]
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      index % 2 ? counter.buyByCard(cookie, items) : counter.buyByCrypto(cookie, items),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([
    ...Array(4).fill(201),
    ...Array(4).fill(409),
  ])
  const runs = await counter.db
    .selectFrom('subscriptions')
    .select('term_length')
    .where('user_id', '=', user.id)
    .execute()
  expect(runs).toEqual([{ term_length: 4 * 90 * 86_400 }])
})
