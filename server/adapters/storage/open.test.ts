import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { pipelineReleases } from '#contract/licensing/staff-releases.ts'
import { health } from '#contract/platform/health.ts'
import { demoProgram } from '#demo/loader/program.ts'
import { loadConfig } from '#server/kernel/config/config.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { sentence as sentenceOf } from '#server/kernel/testing/sentence.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { createApiKey } from '#server/platform/api-keys/keys.ts'
import { openStorage } from './open.ts'
import { startS3Store } from './testing/s3-store.ts'

const store = await fileFixture(startS3Store())
const root = await mkdtemp(path.join(tmpdir(), 'loadout-open-'))
afterAll(() => rm(root, { recursive: true, force: true }))
const start = (S3_URL: string) => openStorage(loadConfig({ S3_URL }), root)

test.each([
  ['https://example.com/bucket', 'it must be s3://KEY:SECRET@host/bucket'],
  ['s3://example.com/bucket', 'key or secret is missing'],
  ['s3://KEY:SECRET@example.com', 'the bucket name is missing'],
  ['s3://KEY:SECRET@example.com/Bucket', 'the bucket name is missing or invalid'],
  ['s3://KEY:SECRET@example.com/bucket?regoin=eu', 'unknown option regoin'],
  ['s3://KEY:SECRET@example.com/bucket?tls=no', 'it must be s3://'],
])('refuses the address %s at the start', (S3_URL, reason) => {
  expect(() => loadConfig({ S3_URL })).toThrow(`S3_URL is invalid: ${reason}`)
  expect(() => loadConfig({ S3_URL })).not.toThrow('SECRET@example')
})

test('reads a secret with a slash, a folder, a region and the style', () => {
  const S3_URL = 's3://AK:a%2Fb%2Bc@s3.example.com:9000/shop/a/b?region=eu-1&style=host'
  expect(loadConfig({ S3_URL }).s3).toEqual({
    key: 'AK',
    secret: 'a/b+c',
    endpoint: 'https://s3.example.com:9000',
    host: 's3.example.com:9000',
    region: 'eu-1',
    bucket: 'shop',
    prefix: 'a/b/',
    pathStyle: false,
  })
})

test('a missing bucket stops the start with a sentence', async () => {
  await expect(start(store.noBucket)).rejects.toThrow(
    /^S3_URL cannot be used\. There is no bucket nowhere at 127\.0\.0\.1:\d+\. Create it, or correct the name\.$/,
  )
})

test('a refused key stops the start with a sentence', async () => {
  const wrong = (await store.addBucket()).replace('S3RVER:', 'NOBODY:')
  await expect(start(wrong)).rejects.toThrow(
    /^S3_URL cannot be used\. The key has no access to the bucket .* at .* \(InvalidAccessKeyId\)/,
  )
})

test('blames the clock, not the key, if the clock is wrong', async () => {
  const address = await store.addBucket()
  store.feel('at another time')
  try {
    const storage = await openStorage(loadConfig({ S3_URL: address, LOG_LEVEL: 'silent' }), root)
    await expect(storage.put('a', Buffer.from('a'), { contentType: 'text/plain' })).rejects.toThrow(
      /^The storage at .* refuses this machine’s time \(.*\)\. Set the clock/,
    )
    storage.close()
  } finally {
    store.feel('well')
  }
})

test('an unavailable store does not stop the start, and Health reports it until it recovers', async () => {
  const shop = await openTestShop({
    env: { S3_URL: 's3://KEY:SECRET@127.0.0.1:1/shop?tls=off' },
  })
  const { cookie } = await signIn(shop.app, { admin: true })
  const testNow = () => shop.call(health.test, { params: { name: 'files' } }, { cookie })
  const { body } = await testNow()
  expect(body).toMatchObject({ name: 'files', configured: true, failing: true })
  expect(body.error).toBe(
    'The storage at 127.0.0.1:1 cannot be reached (ECONNREFUSED). Check that it is running.',
  )
  await shop.close()

  const answering = await fileFixture(openTestShop({ env: { S3_URL: await store.addBucket() } }))
  const admin = await signIn(answering.app, { admin: true })
  const works = await answering.call(health.test, { params: { name: 'files' } }, admin)
  expect(works.body).toMatchObject({ failing: false, succeeded_at: expect.any(String) })
})

test('requires a bucket for files', () => {
  expect(() => loadConfig({ FILES_IN: 's3' })).toThrow('FILES_IN=s3 requires')
})

const small = path.join(root, 'small')
const mounted = await mountSmallDisk()
afterAll(() => mounted && execFileSync('umount', ['--lazy', small]))

async function mountSmallDisk() {
  await mkdir(small)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', small], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

test.skipIf(!mounted)('a full disk is a sentence for staff, and keeps nothing half', async () => {
  const shop = await fileFixture(openTestShop())
  const storage = await openStorage(loadConfig({}), small)
  // Only the file storage is replaced; the test shop's own disk has enough space.
  Object.assign(shop.shop.storage, { put: storage.put })
  const { cookie } = await signIn(shop.app, { admin: true })
  const key = await createApiKey(shop.db, 'ci', ['upload_releases'])
  const full = await shop.app.inject({
    method: 'POST',
    url: `/api${pipelineReleases.add.path}`,
    query: { version: '9.9.9', sha256: '0'.repeat(64) },
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' },
    payload: Buffer.concat([demoProgram('9.9.9'), Buffer.alloc(3_000_000)]),
  })
  expect([full.statusCode, full.json()]).toEqual([
    507,
    { code: 'files_full', detail: sentenceOf('files_full') },
  ])
  expect(await readdir(path.join(small, 'files', '.partial'))).toEqual([])
  expect(await storage.list('', { limit: 1 })).toEqual([])
  expect(await shop.db.selectFrom('loader_releases').select('id').execute()).toEqual([])
  // The failure is recorded asynchronously.
  await vi.waitFor(async () => {
    const { body } = await shop.call(health.get, {}, { cookie })
    expect(body.services.find(({ name }) => name === 'files')).toMatchObject({ failing: true })
  }, 60_000)
})
