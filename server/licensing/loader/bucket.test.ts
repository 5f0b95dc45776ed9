import { beforeAll, describe, expect, test, vi } from 'vitest'
import { loader } from '#contract/licensing/loader.ts'
import { seedDemoRelease } from '#demo/loader/release.ts'
import { startS3Store } from '#server/adapters/storage/testing/s3-store.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { sentence as sentenceOf } from '#server/kernel/testing/sentence.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { subscribe } from './testing/subscriber.ts'

const store = await fileFixture(startS3Store())
const open = async (downloads: 'through' | 'signed') =>
  openTestShop({
    withWorker: true,
    env: { S3_URL: await store.addBucket(), S3_DOWNLOADS: downloads },
  })
const shops = {
  through: await fileFixture(open('through')),
  signed: await fileFixture(open('signed')),
}

describe.each(['through', 'signed'] as const)('a loader in a bucket, sent %s', (way) => {
  const shop = shops[way]

  beforeAll(() => seedDemoRelease(shop.db, shop.shop.storage))

  /** A customer whose loader is ready. */
  async function readyLoader() {
    const customer = await signIn(shop.app)
    await subscribe(shop.db, customer.user.id)
    await shop.call(loader.request, {}, customer)
    const status = async () => (await shop.call(loader.status, { query: {} }, customer)).body
    await vi.waitFor(async () => expect((await status())?.status).toBe('ready'), 60_000)
    return customer
  }

  /** Downloads as a browser does: follows a redirect to the bucket with the same headers. */
  async function download(cookie: string, headers: Record<string, string> = {}) {
    const url = '/api/loader/?download=1'
    const answer = await shop.app.inject({ url, headers: { cookie, ...headers } })
    const { location } = answer.headers
    if (!location) {
      return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
    }
    expect([way, answer.statusCode, answer.rawPayload.length]).toEqual(['signed', 302, 0])
    expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-store' })
    const there = await fetch(location, { headers })
    return {
      status: there.status,
      headers: Object.fromEntries(there.headers),
      bytes: Buffer.from(await there.arrayBuffer()),
    }
  }

  test('has the same headers and bytes as from the disk, whole and in parts', async () => {
    const { cookie } = await readyLoader()
    const whole = await download(cookie)
    expect(whole.status).toBe(200)
    expect(whole.bytes.toString('latin1', 0, 2)).toBe('MZ')
    const shared = {
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename=Loadout-1.4.2.exe',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
    }
    const size = whole.bytes.length
    expect(whole.headers).toMatchObject({ ...shared, 'content-length': String(size) })
    const middle = await download(cookie, { range: 'bytes=10-99' })
    expect(middle.status).toBe(206)
    expect(middle.headers).toMatchObject({
      ...shared,
      'content-length': '90',
      'content-range': `bytes 10-99/${size}`,
    })
    expect(middle.bytes.equals(whole.bytes.subarray(10, 100))).toBe(true)
    expect((await download(cookie, { range: `bytes=${size - 5}-` })).bytes).toEqual(
      whole.bytes.subarray(-5),
    )
  })

  test('is refused as from the disk', async () => {
    const { user, cookie } = await readyLoader()
    const far = await shop.app.inject({
      url: '/api/loader/?download=1',
      headers: { cookie, range: 'bytes=999999999-' },
    })
    expect([far.statusCode, far.json().code]).toEqual([416, 'range_too_far'])
    expect((await shop.call(loader.status, { query: { download: '1' } })).status).toBe(401)
    const { cookie: other } = await signIn(shop.app)
    const refused = await shop.call(loader.status, { query: { download: '1' } }, { cookie: other })
    expect(refused.code).toBe('no_subscription')
    const { storage_key } = await shop.db
      .selectFrom('loader_builds')
      .select('storage_key')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    await shop.shop.storage.delete(storage_key!)
    const gone = await shop.app.inject({ url: '/api/loader/?download=1', headers: { cookie } })
    expect([gone.statusCode, gone.json().code]).toEqual([404, 'no_loader'])
  })
})

test('HEAD of a signed download is answered by the shop', async () => {
  const { app } = shops.signed
  const { cookie } = await signIn(app)
  const head = await app.inject({
    method: 'HEAD',
    url: '/api/loader/?download=1',
    headers: { cookie },
  })
  expect(head.headers.location).toBeUndefined()
})

test('an unavailable store is reported in a sentence, and nothing is cached', async () => {
  const gone = await startS3Store()
  const shop = await openTestShop({ env: { S3_URL: await gone.addBucket() } })
  const { user, cookie } = await signIn(shop.app)
  await subscribe(shop.db, user.id)
  await seedDemoRelease(shop.db, shop.shop.storage)
  await shop.call(loader.request, {}, { cookie })
  await shop.db
    .updateTable('loader_builds')
    .set({
      status: 'ready',
      storage_key: 'loader/builds/x',
      size: 10,
      sha256: '0'.repeat(64),
      finished_at: new Date(),
    })
    .execute()
  await gone.close()
  const failed = await shop.app.inject({ url: '/api/loader/?download=1', headers: { cookie } })
  expect([failed.statusCode, failed.json()]).toEqual([
    503,
    {
      code: 'files_unavailable',
      detail: sentenceOf('files_unavailable'),
    },
  ])
  expect(failed.headers['content-disposition']).toBeUndefined()
  await shop.close()
})
