import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { releases } from '#contract/licensing/releases.ts'
import { staffReleases } from '#contract/licensing/staff-releases.ts'
import { seedDemoRelease } from '#demo/loader/release.ts'
import { signIn, signInMany } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { addRelease } from './add.ts'
import { isReached, offerOf } from './offer.ts'
import { findAsking, listPromoted } from './promoted.ts'

const shop = await fileFixture(openTestShop())
const staff = await signIn(shop.app, { admin: true })
beforeAll(() => seedDemoRelease(shop.db, shop.shop.storage))

async function addModule(product: number, version: string, more = {}) {
  async function* bytes() {
    yield randomBytes(10)
  }
  const { db, shop: inner } = shop
  return addRelease(db, inner.storage, { product, version, bytes: bytes(), ...more })
}
const promote = (id: number, percent = 100) =>
  shop.call(staffReleases.promote, { params: { id }, body: { percent } }, staff)
const rollBack = (id: number) =>
  shop.call(staffReleases.rollBack, { params: { id }, body: {} }, staff)
const change = (id: number, body: object) =>
  shop.call(staffReleases.change, { params: { id }, body }, staff)
const effects = async (id: number, act: 'promote' | 'roll_back', percent?: number) =>
  (await shop.call(staffReleases.effects, { params: { id }, query: { act, percent } }, staff)).body
async function current(product: number) {
  const { body } = await shop.call(staffReleases.list, { query: { product } }, staff)
  return body.releases.filter((one) => one.current).map(({ version }) => version)
}
async function offered(product: number, uid: number) {
  return offerOf(await listPromoted(shop.db, product), await findAsking(shop.db, uid))?.version
}

/** Creates customers with time left for the product. */
async function addCustomers(product: number, count: number) {
  const people = await signInMany(shop.db, count)
  const begun = new Date()
  for (const { id } of people) {
    const { id: run } = await shop.db
      .insertInto('subscriptions')
      .values({ user_id: id, product_id: product, created_at: begun, ends_at: begun })
      .returning('id')
      .executeTakeFirstOrThrow()
    await shop.db
      .insertInto('time_entries')
      .values({ subscription_id: run, seconds: 86_400, cause: 'grant' })
      .execute()
  }
  return people.map(({ id }) => id)
}

test('repeats no promotion whose response was lost, and overwrites no later one', async () => {
  const product = await addProduct(shop.db)
  const [first, second, third] = [
    await addModule(product, '1.0.0'),
    await addModule(product, '1.1.0'),
    await addModule(product, '1.2.0'),
  ]
  const press = (id: number, over: number | null) =>
    shop.call(staffReleases.promote, { params: { id }, body: { percent: 100, over } }, staff)
  expect((await effects(first, 'promote')).over).toBeNull()
  await press(first, null)
  expect((await effects(second, 'promote')).over).toBe(first)
  const both = await Promise.all([press(second, first), press(third, first)])
  expect(both.map(({ code, status }) => code ?? status).sort()).toEqual([200, 'promoted_meanwhile'])
  const [top] = await current(product)
  const [won, lost] = top === '1.1.0' ? [second, third] : [third, second]
  expect((await press(won, first)).status).toBe(200)
  await rollBack(won)
  expect(await current(product)).toEqual(['1.0.0'])
  await promote(won)
  await promote(lost)
  // Submit again after a colleague has promoted another release.
  const refused = await press(won, first)
  expect([refused.code, await current(product)]).toEqual([
    'promoted_meanwhile',
    [top === '1.1.0' ? '1.2.0' : '1.1.0'],
  ])
})

test('refuses a promotion if a colleague has promoted to fewer customers since', async () => {
  const product = await addProduct(shop.db)
  const [first, second] = [await addModule(product, '1.0.0'), await addModule(product, '1.1.0')]
  await promote(first)
  const press = (percent: number, over: number) =>
    shop.call(staffReleases.promote, { params: { id: second }, body: { percent, over } }, staff)
  expect((await press(20, first)).status).toBe(200)
  expect((await press(100, first)).code).toBe('promoted_meanwhile')
  expect((await press(20, first)).body).toMatchObject({ current: true, percent: 20 })
  expect((await effects(second, 'promote')).over).toBe(second)
  expect((await press(100, second)).body).toMatchObject({ percent: 100 })
})

test('a release is offered after its promotion and until it is rolled back', async () => {
  const product = await addProduct(shop.db)
  const beside = await addProduct(shop.db)
  const [first, second, other] = [
    await addModule(product, '1.0.0'),
    await addModule(product, '1.1.0'),
    await addModule(beside, '7.0.0'),
  ]
  expect(await offered(product, 1)).toBeUndefined()
  await promote(other)
  await promote(first)
  expect((await promote(second)).body).toMatchObject({
    current: true,
    offered: true,
    previous: '1.0.0',
  })
  expect(await current(product)).toEqual(['1.1.0'])
  expect(await offered(product, 1)).toBe('1.1.0')
  const refused = await rollBack(first)
  expect([refused.status, refused.code]).toEqual([409, 'not_current'])
  expect((await rollBack(second)).body).toMatchObject({ current: false, offered: false })
  expect(await offered(product, 1)).toBe('1.0.0')
  const last = await rollBack(first)
  expect([last.status, last.code]).toEqual([409, 'nothing_before'])
  // Back and forth: the releases below are still there.
  await promote(second)
  await promote(first)
  await rollBack(first)
  expect(await offered(product, 1)).toBe('1.1.0')
  expect(await current(beside)).toEqual(['7.0.0'])
  const unknown = await promote(999_999_999)
  expect([unknown.status, unknown.code]).toEqual([404, 'unknown_release'])
})

test('a roll-out reaches its share, keeps its customers, and the preview shows the effects', async () => {
  const product = await addProduct(shop.db)
  const people = await addCustomers(product, 60)
  const [first, second] = [await addModule(product, '1.0.0'), await addModule(product, '1.1.0')]
  await promote(first)
  const reachedAt = (percent: number) =>
    people.filter((uid) => isReached(uid, { release: second, percent }))
  const [few, more] = [reachedAt(20), reachedAt(60)]

  expect(await effects(second, 'promote', 20)).toEqual({
    over: first,
    customers: 60,
    before: 0,
    after: few.length,
    too_old: 0,
    others: [{ version: '1.0.0', customers: 60 - few.length }],
  })
  await promote(second, 20)
  for (const uid of people)
    expect(await offered(product, uid)).toBe(few.includes(uid) ? '1.1.0' : '1.0.0')
  expect(await effects(second, 'promote', 60)).toMatchObject({
    before: few.length,
    after: more.length,
  })
  const raised = await promote(second, 60)
  expect(raised.body).toMatchObject({ current: true, percent: 60 })
  for (const uid of few) expect(await offered(product, uid)).toBe('1.1.0')
  expect(await effects(second, 'roll_back')).toMatchObject({
    before: more.length,
    after: 0,
    others: [{ version: '1.0.0', customers: 60 }],
  })
  await promote(second, 100)
  expect(await effects(second, 'roll_back')).toMatchObject({
    others: [{ version: '1.0.0', customers: 60 }],
  })
  await rollBack(second)
  for (const uid of few) expect(await offered(product, uid)).toBe('1.0.0')
})

test('offers a beta to customers that joined the beta on their dashboard', async () => {
  const product = await addProduct(shop.db)
  const [stable, beta] = [
    await addModule(product, '1.0.0'),
    await addModule(product, '1.1.0-beta.1', { channel: 'beta' }),
  ]
  const [tester, other] = await addCustomers(product, 2)
  await shop.db.insertInto('beta_testers').values({ user_id: tester! }).execute()
  await promote(stable)
  expect(await effects(beta, 'promote')).toMatchObject({ customers: 1, after: 1 })
  await promote(beta)
  expect(await offered(product, tester!)).toBe('1.1.0-beta.1')
  expect(await offered(product, other!)).toBe('1.0.0')
  expect((await current(product)).sort()).toEqual(['1.0.0', '1.1.0-beta.1'])
  // The beta proved itself and becomes stable.
  await change(beta, { channel: 'stable' })
  expect(await offered(product, other!)).toBe('1.0.0')
  await promote(beta)
  expect(await offered(product, other!)).toBe('1.1.0-beta.1')
})

test('customers join and leave the beta', async () => {
  const customer = await signIn(shop.app)
  const choice = async () => (await shop.call(releases.choice, {}, customer)).body.beta
  expect(await choice()).toBe(false)
  for (const beta of [true, true, false, true]) {
    await shop.call(releases.choose, { body: { beta } }, customer)
    expect(await choice()).toBe(beta)
  }
  const entries = await shop.db
    .selectFrom('logs')
    .select('message')
    .where('user_id', '=', customer.user.id)
    .where('message', 'in', ['Switched to beta releases', 'Switched to stable releases'])
    .execute()
  expect(entries).toHaveLength(3)
})

test('one release is current after concurrent promotions and roll-backs', async () => {
  const product = await addProduct(shop.db)
  const ids = await Promise.all(Array.from({ length: 5 }, (_, n) => addModule(product, `1.${n}.0`)))
  await promote(ids[0]!)
  await Promise.all(ids.map((id) => promote(id)))
  expect(await current(product)).toHaveLength(1)
  const [top] = await listPromoted(shop.db, product)
  const answers = await Promise.all([1, 2, 3].map(() => rollBack(top!.release)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})

test('refuses to promote a module that needs a newer loader than some customers are offered', async () => {
  const product = await addProduct(shop.db)
  const release = await addModule(product, '1.0.0', { minimum: '1.4.3' })
  const refused = await promote(release)
  expect([refused.status, refused.code]).toEqual([409, 'minimum_ahead'])
  expect(refused.detail).toContain('1.4.2')
  expect((await change(release, { minimum: '1.4.2' })).body.minimum).toBe('1.4.2')
  expect((await promote(release)).status).toBe(200)
  const raised = await change(release, { minimum: '1.4.3' })
  expect([raised.status, raised.code]).toEqual([409, 'minimum_ahead'])
})

test('sanitises notes, and refuses a stale save', async () => {
  const product = await addProduct(shop.db)
  const id = await addModule(product, '1.0.0')
  const { body } = await change(id, { notes: '**New** <script>alert(1)</script>' })
  expect(body.notes_html).toContain('<strong>New</strong>')
  expect(body.notes_html).not.toContain('script')
  const ben = await signIn(shop.app, { admin: true })
  const params = { id }
  await shop.call(staffReleases.change, { params, body: { minimum: '1.0.0' } }, ben)
  const stale = await change(id, { notes: 'x', revision: body.revision })
  expect([stale.status, stale.code]).toEqual([409, 'changed_meanwhile'])
  expect((await change(id, { notes: 'x'.repeat(20_001) })).status).toBe(422)
})
