import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { fetchModule, type Offered } from '#demo/client/module.ts'
import { onlyOf, publishRelease, seedDemoRelease } from '#demo/loader/release.ts'
import { startS3Store } from '#server/adapters/storage/testing/s3-store.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { isReached } from '#server/licensing/releases/offer.ts'
import { type Customer, computer, openLoaderShop } from './testing/loader-shop.ts'

const store = await fileFixture(startS3Store())
const inBucket = async (downloads: 'through' | 'signed') =>
  openTestShop({
    withSandbox: true,
    withWorker: true,
    env: { S3_URL: await store.addBucket(), S3_DOWNLOADS: downloads },
  })
const shops = {
  'a folder': await fileFixture(
    openTestShop({ withSandbox: true, withWorker: true }).then(openLoaderShop),
  ),
  'a bucket': await fileFixture(inBucket('through').then(openLoaderShop)),
  'a bucket, signed': await fileFixture(inBucket('signed').then(openLoaderShop)),
}
const shop = shops['a folder']
beforeAll(async () => {
  for (const { db, shop } of Object.values(shops)) await seedDemoRelease(db, shop.storage)
})

/** Pairs a loader whose computer has a device slot. */
async function playNew(at: typeof shop, customer: Customer) {
  const loader = await at.pairNew(customer)
  const answer = await loader.validate(customer.slug, computer(customer.slug), customer.build)
  expect(answer).toMatchObject({ code: 'VALID' })
  return loader
}

type Given = Partial<Parameters<typeof publishRelease>[2]>

function publish(at: typeof shop, { productId }: Customer, version: string, more: Given = {}) {
  const bytes = onlyOf(Buffer.from(`module ${version}`))
  return publishRelease(at.db, at.shop.storage, { product: productId, version, bytes, ...more })
}

describe.each(Object.entries(shops))('files in %s', (_where, at) => {
  test('an entitled loader downloads the announced module', async () => {
    const customer = await at.addCustomer()
    const loader = await playNew(at, customer)
    expect(await loader.release(customer.slug)).toMatchObject({ code: 'VALID', release: null })
    await publish(at, customer, '1.1.0', { notes: '**Faster**', minimum: '1.4.0' })
    const module = await fetchModule(loader, customer.slug)
    expect(module).toMatchObject({
      version: '1.1.0',
      channel: 'stable',
      minimum: '1.4.0',
      notes: '**Faster**',
      size: 12,
      sha256: createHash('sha256').update('module 1.1.0').digest('hex'),
    })
    expect(Buffer.from(module!.bytes).toString()).toBe('module 1.1.0')
    const part = await fetch(module!.address, { headers: { range: 'bytes=7-' } })
    expect([part.status, await part.text()]).toEqual([206, '1.1.0'])
    const trail = await at.db
      .selectFrom('downloads')
      .innerJoin('loader_releases', 'loader_releases.id', 'release_id')
      .select(['build_id', 'loader_releases.version', 'address', 'agent'])
      .where('downloads.user_id', '=', customer.user.id)
      .execute()
    // A single row: the part that resumed from the middle belongs to the same download.
    expect(trail).toEqual([
      { build_id: null, version: '1.1.0', address: '127.0.0.1', agent: 'node' },
    ])
  })
})

test('a download that cannot be recorded is refused', async () => {
  const customer = await shop.addCustomer()
  const loader = await playNew(shop, customer)
  await publish(shop, customer, '1.0.0')
  const { address } = (await loader.release(customer.slug)).release as Offered
  await sql`alter table downloads rename to downloads_away`.execute(shop.db)
  const refused = await fetch(address)
  await sql`alter table downloads_away rename to downloads`.execute(shop.db)
  expect(refused.status).toBe(500)
  expect(await refused.text()).not.toContain('module')
  expect((await fetch(address)).status).toBe(200)
})

test('does not rebuild a failing copy on each request', async () => {
  const customer = await shop.addCustomer()
  const loader = await shop.pairNew(customer)
  const { id } = await shop.db
    .selectFrom('loader_releases')
    .select('id')
    .where('product_id', 'is', null)
    .executeTakeFirstOrThrow()
  const failed = { status: 'failed' as const, error: 'Damaged' }
  await shop.db
    .insertInto('loader_builds')
    .values(
      Array.from({ length: 10 }, () => ({ ...failed, user_id: customer.user.id, release_id: id })),
    )
    .execute()
  const look = async () => (await loader.release(customer.slug)).loader
  expect(await look()).toMatchObject({ address: null })
  const builds = shop.db
    .selectFrom('loader_builds')
    .select('id')
    .where('user_id', '=', customer.user.id)
  expect(await builds.execute()).toHaveLength(10)
  await shop.db
    .updateTable('loader_builds')
    .set({ requested_at: new Date(Date.now() - 601_000) })
    .where('user_id', '=', customer.user.id)
    .execute()
  await expect.poll(look).toMatchObject({ address: expect.any(String) })
})

test('an address works for one customer, one release and five minutes', async () => {
  const [customer, other] = [await shop.addCustomer(), await shop.addCustomer()]
  const loader = await playNew(shop, customer)
  const release = await publish(shop, customer, '1.0.0')
  const elsewhere = await publish(shop, other, '1.0.0')
  const { address } = (await loader.release(customer.slug)).release as Offered
  const statusOf = async (from: string) => (await fetch(from)).status
  expect(await statusOf(address)).toBe(200)
  expect(address).toContain(`.${release}.`)
  expect(await statusOf(address.replace(`.${release}.`, `.${elsewhere}.`))).toBe(404)
  expect(await statusOf(address.replace(`/${customer.user.id}.`, `/${other.user.id}.`))).toBe(404)
  expect(await statusOf(address.replace(`.${release}.`, '.'))).toBe(404)
  const [until] = /(?<=\.)\d{13}(?=\.)/.exec(address)!
  const left = Number(until) - Date.now()
  expect(left).toBeGreaterThan(200_000)
  expect(left).toBeLessThanOrEqual(300_000)
  expect(await statusOf(address.replace(until, String(Date.now() + 9e9)))).toBe(404)
  // A ban invalidates the signed addresses of the module and of the customer's own copy.
  // The customer's own copy is still being built.
  const copyOf = async () => ((await loader.release(customer.slug)).loader as Offered).address
  await expect.poll(copyOf).not.toBeNull()
  const own = await copyOf()
  expect(await statusOf(own)).toBe(200)
  await shop.ban(customer)
  expect([await statusOf(address), await statusOf(own)]).toEqual([404, 404])
  await shop.db
    .updateTable('users')
    .set({ banned: false })
    .where('id', '=', customer.user.id)
    .execute()
  expect([await statusOf(address), await statusOf(own)]).toEqual([200, 200])
  await shop.takeTime(customer)
  expect(await statusOf(own)).toBe(404)
  expect(await statusOf(address)).toBe(404)
})

test('a device without a slot gets no module', async () => {
  const customer = await shop.addCustomer()
  await publish(shop, customer, '1.0.0')
  const played = await playNew(shop, customer)
  expect((await played.release(customer.slug)).release).not.toBeNull()
  const copied = await shop.pairNew(customer)
  expect(await copied.release(customer.slug)).toMatchObject({ code: 'VALID', release: null })
  const second = computer('second')
  const refused = await copied.validate(customer.slug, second, customer.build)
  expect(refused).toMatchObject({ code: 'TOO_MANY_DEVICES' })
  expect(await copied.release(customer.slug)).toMatchObject({ code: 'VALID', release: null })
})

test('a customer without access gets the reason and no file', async () => {
  const [ended, banned] = [await shop.addCustomer({ seconds: -60 }), await shop.addCustomer()]
  for (const customer of [ended, banned]) await publish(shop, customer, '1.0.0')
  const [one, two] = [await shop.pairNew(ended), await shop.pairNew(banned)]
  await shop.ban(banned)
  const nothing = { release: null, loader: null }
  expect(await one.release(ended.slug)).toMatchObject({ code: 'EXPIRED', ...nothing })
  expect(await two.release(banned.slug)).toMatchObject({ code: 'BANNED', ...nothing })
  expect(await one.release(banned.slug)).toMatchObject({ code: 'NO_SUBSCRIPTION', ...nothing })
  const unpaired = shop.newLoader()
  await expect(unpaired.release(ended.slug)).rejects.toMatchObject({ status: 401 })
})

test('offers each customer the release of their channel and roll-out', async () => {
  const customer = await shop.addCustomer()
  const loader = await playNew(shop, customer)
  await publish(shop, customer, '1.0.0')
  const next = await publish(shop, customer, '1.1.0')
  const beta = await publish(shop, customer, '1.2.0-beta.1', { channel: 'beta' })
  const offered = async () =>
    ((await loader.release(customer.slug)).release as Offered | null)?.version
  const setPercent = (release: number, percent: number) =>
    shop.db.updateTable('loader_releases').set({ percent }).where('id', '=', release).execute()
  for (const percent of [0, 1, 40, 80, 100]) {
    await setPercent(next, percent)
    const reached = isReached(customer.user.id, { release: next, percent })
    expect(await offered()).toBe(reached ? '1.1.0' : '1.0.0')
  }
  await shop.db.insertInto('beta_testers').values({ user_id: customer.user.id }).execute()
  expect(await offered()).toBe('1.2.0-beta.1')
  await setPercent(beta, 0)
  expect(await offered()).toBe('1.1.0')
})

test('a loader below the customer’s minimum version is too old', async () => {
  const customer = await shop.addCustomer()
  const loader = await shop.pairNew(customer)
  const ask = () => loader.validate(customer.slug, computer(customer.slug), customer.build)
  // The stamp in these tests has version 1.9.2.
  expect(await ask()).toMatchObject({ code: 'VALID', minimum: null })
  const module = await publish(shop, customer, '1.0.0', { minimum: '1.10.0' })
  expect(await ask()).toMatchObject({
    code: 'VERSION_TOO_OLD',
    minimum: '1.10.0',
    sentence: expect.stringContaining('1.10.0'),
    session: null,
  })
  await shop.db
    .updateTable('loader_releases')
    .set({ percent: 0 })
    .where('id', '=', module)
    .execute()
  expect(await ask()).toMatchObject({ code: 'VALID', minimum: null })
  // The minimum of a loader release applies to every customer with its offer, for all products.
  const own = { channel: 'beta', minimum: '1.9.3', bytes: onlyOf(Buffer.from('MZ')) } as const
  await publishRelease(shop.db, shop.shop.storage, { version: '2.0.0-beta.1', ...own })
  expect((await ask()).code).toBe('VALID')
  await shop.db.insertInto('beta_testers').values({ user_id: customer.user.id }).execute()
  expect(await ask()).toMatchObject({ code: 'VERSION_TOO_OLD', minimum: '1.9.3' })
})
