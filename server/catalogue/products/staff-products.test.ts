import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { products } from '#contract/catalogue/products.ts'
import { staffProducts } from '#contract/catalogue/staff-products.ts'
import { campaignForm } from '#contract/people/campaign-form.ts'
import { groupNames } from '#contract/people/campaigns.ts'
import { grantTime } from '#server/access/subscriptions/ledger.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { newUpload } from '#server/kernel/testing/picture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { referringTables } from './staff-products.ts'

const shop = await fileFixture(openTestShop())
const staff = await signIn(shop.app, { admin: true })

let count = 0
async function add(more: object = {}) {
  count += 1
  const body = { name: `Product ${count}`, price: 12.5, image: await newUpload(), ...more }
  return shop.call(staffProducts.add, { body }, staff)
}

const change = (id: number, body: object) =>
  shop.call(staffProducts.change, { params: { id }, body }, staff)
const remove = (id: number) => shop.call(staffProducts.remove, { params: { id } }, staff)
const inStore = async () => (await shop.call(products.list, {})).body.map(({ id }) => id)

async function lastEntry() {
  const { message, details } = await shop.db
    .selectFrom('logs')
    .select(['message', 'details'])
    .where('type', '=', 'staff')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { message, details: details as Record<string, Record<string, unknown>> }
}

test('adds a product with its picture at the end of the store', async () => {
  const before = await add()
  const { status, body } = await add({
    name: 'Ärger & Söhne: Teil II',
    description: '**bold**',
    discordRoleId: '120000000000000001',
  })
  expect([status, body]).toMatchObject([
    201,
    {
      slug: 'arger-sohne-teil-ii',
      price: 12.5,
      hidden: false,
      disabled: false,
      discordRoleId: '120000000000000001',
      in_use: false,
      image: { width: 64, height: 48 },
    },
  ])
  await expect.poll(async () => (await inStore()).slice(-2)).toEqual([before.body.id, body.id])
  const file = await shop.app.inject(body.image!.src)
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(await lastEntry()).toMatchObject({
    message: 'Product added',
    details: { by: staff.user.username, after: { price: 12.5, slug: 'arger-sohne-teil-ii' } },
  })
})

test('slugs are unique, also for names without letters and for concurrent requests', async () => {
  const slugs = async (name: string) => {
    const answers = await Promise.all([add({ name }), add({ name }), add({ name })])
    return answers.map(({ body }) => body.slug).sort()
  }
  expect(await slugs('Same Name')).toEqual(['same-name', 'same-name-2', 'same-name-3'])
  expect(await slugs('戦争 2')).toEqual(['zhan-zheng-2', 'zhan-zheng-2-2', 'zhan-zheng-2-3'])
  const unnamed = await slugs('🎯')
  expect(new Set(unnamed).size).toBe(3)
  for (const slug of unnamed) expect(slug).toMatch(/^product(-\d+)?$/)
})

test('changes only the fields that are sent, and the store shows it', async () => {
  const { body: added } = await add({ description: 'Kept' })
  const { status, body } = await change(added.id, { price: 3.99, image: await newUpload() })
  expect([status, body.price, body.description]).toEqual([200, 3.99, 'Kept'])
  expect(body.imageUrl).not.toBe(added.imageUrl)
  await expect
    .poll(async () => (await shop.call(products.list, {})).body.find(({ id }) => id === added.id))
    .toMatchObject({ price: 3.99, imageUrl: body.imageUrl })
  const { details } = await lastEntry()
  expect(details.before).toEqual({ price: 12.5, image: expect.any(Number) })
  expect(details.after).toEqual({ price: 3.99, image: expect.any(Number) })

  await change(added.id, { hidden: true, disabled: true, name: 'New name', discordRoleId: '' })
  await expect.poll(inStore).not.toContain(added.id)
  const page = await shop.call(products.get, { params: { id: added.id } })
  expect(page.body).toMatchObject({ name: 'New name', disabled: true, slug: added.slug })
})

test('refuses a stale save and says what the colleague changed', async () => {
  const { body: added } = await add({ description: 'First' })
  const ben = await signIn(shop.app, { admin: true })
  const theirs = { price: 3, description: 'x'.repeat(80), revision: added.revision }
  const params = { id: added.id }
  expect((await shop.call(staffProducts.change, { params, body: theirs }, ben)).status).toBe(200)
  const mine = { name: 'Renamed', revision: added.revision }
  expect(await change(added.id, mine)).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile' },
    detail: `Changed by ${ben.user.username}: price from $12.50 to $3.00, description`,
  })
  const { body } = await change(added.id, { ...mine, revision: added.revision + 1 })
  expect(body).toMatchObject({ name: 'Renamed', price: 3, revision: added.revision + 2 })
  // No change, so no log entry.
  const before = await lastEntry()
  expect((await change(added.id, { name: 'Renamed' })).body.revision).toBe(body.revision)
  expect(await lastEntry()).toEqual(before)
})

test('refuses unknown fields and invalid values', async () => {
  const { body } = await add()
  for (const wrong of [
    { slug: 'mine' },
    { position: 1 },
    { id: 1 },
    { imageUrl: 'https://example.com/a.png' },
    { name: '' },
    { name: 'a\0b' },
    { price: -1 },
    { price: 1.001 },
    { price: 10_001 },
    { discordRoleId: 'everyone' },
    { image: 'https://example.com/a.png' },
    { image: 'data:text/html;base64,AAAA' },
    { disabled: 'yes' },
  ]) {
    expect((await change(body.id, wrong)).status, JSON.stringify(wrong)).toBe(422)
  }
  expect((await change(999_999, { price: 1 })).code).toBe('unknown_product')
  for (const wrong of [{ name: ' ' }, { price: undefined }, { image: undefined }]) {
    expect((await add(wrong)).status, JSON.stringify(wrong)).toBe(422)
  }
})

test('refuses a name that receipts cannot show, at its field', async () => {
  const refused = await add({ name: 'Aim ᠮ' })
  expect(refused.status).toBe(422)
  expect(refused.response.json().detail).toMatchObject([
    { loc: ['body', 'name'], msg: expect.stringContaining('cannot show ᠮ') },
  ])
  const { body } = await add({ name: 'エイム 加载器 게임 🎮' })
  expect((await change(body.id, { name: 'ᠮ' })).status).toBe(422)
})

test('deletes a product that nobody has', async () => {
  const { body } = await add({ name: 'Unwanted' })
  expect((await remove(body.id)).body).toEqual({ archived: false })
  expect((await remove(body.id)).status).toBe(404)
  expect((await shop.call(products.get, { params: { id: body.id } })).status).toBe(404)
  expect(await lastEntry()).toMatchObject({
    message: 'Product deleted',
    details: { name: 'Unwanted', before: { price: 12.5 } },
  })
})

test('archives a product with orders or subscriptions', async () => {
  const [ordered, granted] = [(await add()).body, (await add()).body]
  const { user } = await signIn(shop.app)
  const order = await shop.db
    .insertInto('orders')
    .values({ user_id: user.id, type: 'card', total_cents: 1250 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await shop.db
    .insertInto('order_items')
    .values({
      order_id: order.id,
      product_id: ordered.id,
      product_name: ordered.name,
      months: 1,
      list_cents: 1250,
    })
    .execute()
  await grantTime(shop.db, { userId: user.id, productId: granted.id, seconds: 60, cause: 'grant' })
  for (const { id } of [ordered, granted]) {
    const params = { id }
    expect((await shop.call(staffProducts.get, { params }, staff)).body.in_use).toBe(true)
    expect((await remove(id)).body).toEqual({ archived: true })
    const { body } = await shop.call(staffProducts.get, { params }, staff)
    expect(body).toMatchObject({ hidden: true, disabled: true })
  }
  expect(await lastEntry()).toMatchObject({
    message: 'Product archived',
    details: { after: { hidden: true, disabled: true } },
  })
})

test('archives a product with a release', async () => {
  const { body } = await add()
  await shop.db
    .insertInto('loader_releases')
    .values({
      ...{ product_id: body.id, version: '1.0.0', storage_key: 'releases/none' },
      ...{ size: 1, sha256: '0'.repeat(64) },
    })
    .execute()
  expect((await remove(body.id)).body).toEqual({ archived: true })
})

test('any reference to a product prevents its deletion', async () => {
  const { rows } = await sql<{ table: string }>`
    select conrelid::regclass::text as table from pg_constraint
     where contype = 'f' and confrelid = 'products'::regclass and confdeltype in ('a', 'r')`.execute(
    shop.db,
  )
  expect(rows.map(({ table }) => table).sort()).toEqual([...referringTables].sort())
})

test('staff list hidden and disabled products, search by part of a name, and page', async () => {
  const one = await add({ name: 'Needle_100% alpha', hidden: true })
  const two = await add({ name: 'needle_100% beta', disabled: true })
  const list = (query: object) => shop.call(staffProducts.list, { query }, staff)
  const found = await list({ search: ' EEDLE_100% ' })
  expect(found.body.games.map(({ id }) => id)).toEqual([one.body.id, two.body.id])
  const second = await list({ search: 'needle', limit: 1, page: 1 })
  expect([second.body.total, second.body.games[0]!.id]).toEqual([2, two.body.id])
  expect((await list({ search: 'needle%beta' })).body).toEqual({ games: [], total: 0 })
})

test('staff set, read and reset the plans of a product', async () => {
  const { body: added } = await add({ price: 10 })
  expect(added).toMatchObject({ plans: null, endsIn99: false, terms: { length: 4 } })
  const plans = [
    { plan: '1m', savings: 0, price: null, popular: false },
    { plan: '2w', savings: null, price: 6, popular: true },
    { plan: 'lifetime', savings: null, price: 99.5, popular: false },
  ]
  const { body } = await change(added.id, { plans, revision: added.revision })
  expect(body.plans).toEqual(plans)
  expect(body.terms.map(({ plan, price, popular }) => [plan, price, popular])).toEqual([
    ['1m', 10, false],
    ['2w', 6, true],
    ['lifetime', 99.5, false],
  ])
  expect(await lastEntry()).toMatchObject({
    message: 'Product changed',
    details: { before: { plans: null }, after: { plans } },
  })
  const again = await change(added.id, { plans, revision: body.revision })
  expect(again.body.revision).toBe(body.revision)
  const restored = await change(added.id, { plans: null, revision: body.revision })
  expect(restored.body).toMatchObject({ plans: null, terms: { length: 4 } })
})

test('refuses contradictory plans', async () => {
  const { body: added } = await add()
  const month = { plan: '1m', savings: 0, price: null, popular: false }
  const week = { plan: '1w', savings: null, price: 5, popular: false }
  const wrong: object[][] = [
    [],
    [{ ...month, plan: '40m' }],
    [{ ...month, savings: 10 }],
    [{ ...month, savings: null, price: 5 }],
    [{ ...week, savings: 10 }],
    [{ ...week, price: null }],
    [{ ...week, price: -1 }],
    [{ ...week, price: 1.999 }],
    [{ ...week, plan: 'lifetime', price: null, savings: 20 }],
    [{ ...week, price: null, savings: 91 }],
    [week, week],
    [
      { ...month, popular: true },
      { ...week, popular: true },
    ],
    Array.from({ length: 13 }, (_, at) => ({ ...week, plan: `${at + 1}d` })),
  ]
  for (const plans of wrong) {
    const { status } = await change(added.id, { plans, revision: added.revision })
    expect(status, JSON.stringify(plans)).toBe(422)
  }
})

test('validates devices, sessions and offline hours of new and existing products', async () => {
  const { body: added } = await add()
  expect(added).toMatchObject({ deviceLimit: 1, sessionLimit: 1, offlineHours: 0 })
  const most = { deviceLimit: 5, sessionLimit: 5, offlineHours: 168 }
  expect((await add(most)).body).toMatchObject(most)
  const limits = { deviceLimit: 3, sessionLimit: 2, offlineHours: 48 }
  const { body: changed } = await change(added.id, { ...limits, revision: added.revision })
  expect(changed).toMatchObject(limits)
  const stored = await shop.db
    .selectFrom('products')
    .select(['device_limit', 'session_limit', 'offline_hours'])
    .where('id', '=', added.id)
    .executeTakeFirst()
  expect(stored).toEqual({ device_limit: 3, session_limit: 2, offline_hours: 48 })
  for (const wrong of [
    { deviceLimit: 0 },
    { deviceLimit: 6 },
    { sessionLimit: 0 },
    { sessionLimit: 6 },
    { offlineHours: -1 },
    { offlineHours: 169 },
  ])
    expect.soft((await change(added.id, { ...wrong, revision: changed.revision })).status).toBe(422)
})

test('only one product is featured, also after concurrent requests', async () => {
  const featured = async () =>
    (await shop.call(products.list, {})).body.filter((one) => one.featured).map(({ id }) => id)
  const { body: first } = await add({ featured: true })
  await expect.poll(featured).toEqual([first.id])
  const { body: second } = await add()
  expect(second.featured).toBe(false)
  const { body: chosen } = await change(second.id, { featured: true, revision: second.revision })
  expect(chosen.featured).toBe(true)
  await expect.poll(featured).toEqual([second.id])
  const [told, taken] = await shop.db
    .selectFrom('logs')
    .select('details')
    .where('type', '=', 'staff')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect(told!.details).toMatchObject({ product: second.id, after: { featured: true } })
  expect(taken!.details).toMatchObject({ product: first.id, after: { featured: false } })
  // An open editor of the other product can still be saved.
  expect((await change(first.id, { name: 'New', revision: first.revision })).status).toBe(200)

  const many = await Promise.all([add(), add(), add(), add({ featured: true })])
  const answers = await Promise.all(
    many.map(({ body }) => change(body.id, { featured: true, revision: body.revision })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const { id: last } = await shop.db
    .selectFrom('products')
    .select('id')
    .where('featured', '=', true)
    .executeTakeFirstOrThrow()
  await expect.poll(featured).toEqual([last])
  const { body } = await shop.call(staffProducts.get, { params: { id: last } }, staff)
  expect((await change(last, { featured: false, revision: body.revision })).body.featured).toBe(
    false,
  )
  await expect.poll(featured).toEqual([])
})

test('a product named like a recipient group gets another slug and its own customers', async () => {
  for (const name of ['All', 'Admins', 'Subscribers']) {
    const { slug } = (await add({ name })).body
    expect(slug).toBe(`${name.toLowerCase()}-2`)
    const { groups } = (await shop.call(campaignForm.groups, {}, staff)).body
    expect(groups.filter(({ group }) => group === slug)).toHaveLength(1)
  }
  for (const slug of Object.keys(groupNames)) {
    const stored = shop.db.insertInto('products').values({ slug, name: slug, price_cents: 1 })
    await expect(stored.execute()).rejects.toThrow('products_slug_is_not_reserved')
  }
})
