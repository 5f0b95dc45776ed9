import { expect, test } from 'vitest'
import { discounts } from '#contract/catalogue/discounts.ts'
import { type NewDiscount, staffDiscounts } from '#contract/catalogue/staff-discounts.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { placeOrder } from '#server/selling/orders/place.ts'

const shop = await fileFixture(openTestShop())
const staff = await signIn(shop.app, { admin: true })

const newProduct = () => addProduct(shop.db, { name: 'Game', price_cents: 2000 })

const day = 86_400_000
function code(gid: number, name: string, more: Partial<NewDiscount> = {}): NewDiscount {
  return {
    code: name,
    gid,
    type: 1,
    amount: 10,
    start_date: new Date(Date.now() - day).toISOString(),
    end_date: new Date(Date.now() + 30 * day).toISOString(),
    ...more,
  }
}

const add = (...body: NewDiscount[]) => shop.call(staffDiscounts.add, { body }, staff)
const remove = (...body: (string | { code: string; id: number })[]) =>
  shop.call(staffDiscounts.remove, { body }, staff)
const list = async (gid: number, query = {}) =>
  (await shop.call(staffDiscounts.listOfProduct, { params: { id: gid }, query }, staff)).body

test('adds codes in one request, stores them in upper case, and lists them in order', async () => {
  const gid = await newProduct()
  const given = [
    code(gid, 'spring-25', {
      ...{ amount: 25, max_uses: 3 },
      ...{ max_per_customer: 1, min_order: 19.5, first_order: true, renewals: 2 },
    }),
    code(gid, 'FIVE_OFF', { type: 0, amount: 5.25 }),
  ]
  expect((await add(...given)).status).toBe(201)
  const { discounts, total } = await list(gid)
  expect(total).toBe(2)
  expect(discounts).toEqual([
    { ...given[0], id: expect.any(Number), code: 'SPRING-25', used_count: 0 },
    {
      id: expect.any(Number),
      ...given[1],
      ...{ max_uses: 0, max_per_customer: 0, min_order: 0, first_order: false, renewals: 0 },
      used_count: 0,
    },
  ])
  const entry = await shop.db
    .selectFrom('logs')
    .select(['message', 'details'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({
    message: 'Discount codes added',
    details: { by: staff.user.username, count: 2, codes: [{ code: 'SPRING-25' }, {}] },
  })
})

test('lists the codes of a product in pages', async () => {
  const gid = await newProduct()
  const names = ['PAGED-1', 'PAGED-2', 'PAGED-3']
  await add(...names.map((name) => code(gid, name)))
  const pages = await Promise.all([0, 1, 2].map((page) => list(gid, { page, limit: 2 })))
  expect(pages.map(({ total }) => total)).toEqual([3, 3, 3])
  const shown = pages.map(({ discounts }) => discounts.map(({ code }) => code))
  expect(shown).toEqual([names.slice(0, 2), names.slice(2), []])
})

test('lists the codes of all products by part of the code, product and state, in order', async () => {
  const [one, other] = [await newProduct(), await newProduct()]
  const at = (days: number) => new Date(Date.now() + days * day).toISOString()
  await add(
    code(one, 'FIND-B', { max_uses: 1 }),
    code(one, 'FIND-A', { start_date: at(1) }),
    code(other, 'FIND_C', { start_date: at(-2), end_date: at(-1) }),
    code(other, 'AXFINDX'),
  )
  await shop.db
    .updateTable('discounts')
    .set({ used_count: 1 })
    .where('code', '=', 'FIND-B')
    .execute()
  const find = async (query: object) => {
    const { body } = await shop.call(staffDiscounts.list, { query }, staff)
    return body.discounts.map(({ code }) => code)
  }
  expect(await find({ search: 'find' })).toEqual(['AXFINDX', 'FIND_C', 'FIND-A', 'FIND-B'])
  expect(await find({ search: 'find_' })).toEqual(['FIND_C'])
  expect(await find({ search: 'find-', sort: 'code' })).toEqual(['FIND-A', 'FIND-B'])
  expect(await find({ search: 'find-', sort: '-code' })).toEqual(['FIND-B', 'FIND-A'])
  expect(await find({ product: other, sort: 'added' })).toEqual(['FIND_C', 'AXFINDX'])
  for (const [state, found] of [
    ['active', 'AXFINDX'],
    ['scheduled', 'FIND-A'],
    ['expired', 'FIND_C'],
    ['used_up', 'FIND-B'],
  ])
    expect([state, await find({ search: 'find', state })]).toEqual([state, [found]])
  const query = { search: 'find', page: 1, limit: 3 }
  const { body } = await shop.call(staffDiscounts.list, { query }, staff)
  expect(body).toMatchObject({ total: 4, discounts: [{ code: 'FIND-B', product_name: 'Game' }] })
  expect((await shop.call(staffDiscounts.list, { query: { limit: 101 } }, staff)).status).toBe(422)
})

test('exports the matching codes as CSV', async () => {
  const gid = await newProduct()
  await add(
    code(gid, 'CSV-1', { amount: 25, max_uses: 3 }),
    code(gid, 'CSV-2', { type: 0, amount: 5.5, min_order: 10, first_order: true }),
    code(gid, 'NOT-THIS'),
  )
  const { payload, headers } = await shop.app.inject({
    url: `/api${staffDiscounts.export.path}?search=csv-&product=${gid}`,
    headers: { cookie: staff.cookie },
  })
  expect(headers['content-disposition']).toMatch(/discount-codes-[\d-]+\.csv/)
  const lines = payload.split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toContain('Code,Product,Type,Amount')
  expect(lines[1]).toMatch(/^CSV-2,Game,amount,5\.5,.*,0,0,0,10,yes,0$/)
  expect(lines[2]).toMatch(/^CSV-1,Game,percent,25,.*,0,3,0,0,no,0$/)
})

test('a code is unique in the store, and a duplicate refuses the whole request', async () => {
  const [one, other] = [await newProduct(), await newProduct()]
  await add(code(one, 'UNIQUE'))
  const { status, detail } = await add(code(other, 'FRESH'), code(other, 'unique'))
  expect([status, detail]).toEqual([409, 'The code UNIQUE already exists'])
  expect((await add(code(other, 'TWICE'), code(other, 'twice'))).status).toBe(409)
  expect((await list(other)).total).toBe(0)
  const race = await Promise.all([add(code(one, 'RACE')), add(code(other, 'RACE'))])
  expect(race.map((answer) => answer.status).sort()).toEqual([201, 409])
})

test('validates codes', async () => {
  const gid = await newProduct()
  for (const wrong of [
    { amount: 0 },
    { amount: -1 },
    { amount: 101 },
    { amount: 12.5 },
    { type: 0 as const, amount: 0.001 },
    { type: 0 as const, amount: 1e-9 },
    { type: 0 as const, amount: 10_001 },
    { type: 2 as never },
    { max_uses: -1 },
    { max_uses: 1.5 },
    { code: '' },
    { code: 'with space' },
    { code: 'X'.repeat(41) },
    { end_date: new Date(Date.now() - 2 * day).toISOString() },
    { start_date: 'today' },
  ]) {
    const { status } = await add({ ...code(gid, 'WRONG'), ...wrong })
    expect(status, JSON.stringify(wrong)).toBe(422)
  }
  expect((await add()).status).toBe(422)
  expect((await add(code(999_999, 'NOWHERE'))).detail).toBe(sentence('unknown_product'))
  const nowhere = await shop.call(
    staffDiscounts.listOfProduct,
    { params: { id: '999999' }, query: {} },
    staff,
  )
  expect(nowhere.status).toBe(404)
})

test('a used code is removed for new orders only', async () => {
  const gid = await newProduct()
  await add(code(gid, 'HELD'))
  const { user } = await signIn(shop.app)
  const items = [{ id: gid, plan: '1m', discount: 'HELD' }]
  const order = await placeOrder(shop.db, { userId: user.id, type: 'crypto', items, admit() {} })
  expect((await list(gid)).discounts[0]!.used_count).toBe(1)

  expect((await remove('held')).body).toEqual({ removed: 1 })
  expect((await list(gid)).total).toBe(0)
  const check = await shop.call(discounts.check, {
    params: { code: 'HELD' },
    query: { game_id: gid },
  })
  expect(check.code).toBe('unknown_code')
  const kept = await shop.db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_id', 'orders.id')
    .select(['total_cents', 'discount_code', 'discount_cents'])
    .where('orders.id', '=', order.id)
    .executeTakeFirstOrThrow()
  expect(kept).toEqual({ total_cents: 1800, discount_code: 'HELD', discount_cents: 200 })
})

test('looks up a code without a product, with its product and monthly discount', async () => {
  const gid = await newProduct()
  const gone = new Date(Date.now() - 1000).toISOString()
  await add(code(gid, 'BY-ITSELF'), code(gid, 'ENDED', { end_date: gone }))
  const check = (name: string) => shop.call(discounts.check, { params: { code: name }, query: {} })
  expect((await check('by-itself')).body).toEqual({
    code: 'BY-ITSELF',
    gid,
    product_name: 'Game',
    type: 1,
    amount: 2,
    plan: '1m',
    min_order: 0,
  })
  expect((await check('ENDED')).code).toBe('code_expired')
  expect((await check('NEVER-MADE')).code).toBe('unknown_code')
  const other = await shop.call(discounts.check, {
    params: { code: 'BY-ITSELF' },
    query: { game_id: await newProduct() },
  })
  expect([other.status, other.code]).toEqual([409, 'code_for_other_product'])
})

test('ignores a code that a colleague has already removed', async () => {
  const gid = await newProduct()
  await add(code(gid, 'STAYS'), code(gid, 'GOES'))
  expect((await remove('UNKNOWN', 'GOES', 'GOES')).body).toEqual({ removed: 1 })
  expect((await remove('GOES')).body).toEqual({ removed: 0 })
  const never = { code: 'STAYS', id: 2 ** 40 }
  expect((await remove(never)).body).toEqual({ removed: 0 })
  expect((await list(gid)).discounts.map((one) => one.code)).toEqual(['STAYS'])
})

test('keeps a code that a colleague removed and added again since', async () => {
  const gid = await newProduct()
  for (let round = 0; round < 6; round += 1) {
    await add(code(gid, 'AGAIN', { amount: 10 }))
    const [seen] = (await list(gid)).discounts
    const anew = async () => {
      await remove('AGAIN')
      return add(code(gid, 'AGAIN', { amount: 20 }))
    }
    const [{ status }] = await Promise.all([anew(), remove({ code: 'AGAIN', id: seen!.id })])
    // Whichever removal comes first, the code that was added afterwards is a different one.
    expect(status).toBe(201)
    expect((await list(gid)).discounts).toMatchObject([{ code: 'AGAIN', amount: 20 }])
    expect((await remove({ code: 'AGAIN', id: seen!.id })).body).toEqual({ removed: 0 })
    expect((await remove('AGAIN')).body).toEqual({ removed: 1 })
  }
})
