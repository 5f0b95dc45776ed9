import { createPublicKey } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { loader } from '#contract/licensing/loader.ts'
import { seedDemoRelease } from '#demo/loader/release.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { verifyStamp } from './stamp.ts'
import { subscribe } from './testing/subscriber.ts'

const log: string[] = []

const test = await fileFixture(
  openTestShop({
    withWorker: true,
    env: { SHOP_NAME: 'Größe/2\\3', LOG_LEVEL: 'warn' },
    log: { write: (line) => log.push(line) },
  }),
)

async function subscriber(shop: typeof test = test) {
  const { user, cookie } = await signIn(shop.app)
  await subscribe(shop.db, user.id)
  return { user, cookie }
}

const statusOf = async (cookie: string) =>
  (await test.call(loader.status, { query: {} }, { cookie })).body
const download = (cookie: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url: '/api/loader/?download=1', headers: { cookie, ...headers } })

async function readyLoader() {
  const customer = await subscriber()
  await test.call(loader.request, {}, customer)
  await expect.poll(async () => (await statusOf(customer.cookie))?.status).toBe('ready')
  return customer
}

describe('before there is a release', () => {
  it('reports that there is nothing to build from', async () => {
    const empty = await openTestShop()
    const { status, code } = await empty.call(loader.request, {}, await subscriber(empty))
    expect([status, code]).toEqual([503, 'no_release'])
    await empty.close()
  })
})

describe('the loader', () => {
  beforeAll(() => seedDemoRelease(test.db, test.shop.storage))

  it.each<[Record<string, string>]>([
    [{}],
    [{ range: 'bytes=0-9' }],
    [{ range: 'bytes=99999999-' }],
  ])('is sent without an entry in the operator’s log: %o', async (headers) => {
    const { cookie } = await readyLoader()
    log.length = 0
    expect((await download(cookie, headers)).statusCode).toBeLessThan(417)
    // The application log is written after the response.
    await statusOf(cookie)
    expect(log).toEqual([])
  })

  it('is only for signed-in users with an active subscription', async () => {
    expect((await test.call(loader.status, { query: {} })).status).toBe(401)
    expect((await test.call(loader.request, {})).status).toBe(401)
    const { cookie } = await signIn(test.app)
    expect(await statusOf(cookie)).toBeNull()
    const refused = await test.call(loader.request, {}, { cookie })
    expect([refused.status, refused.code]).toEqual([403, 'no_subscription'])
    expect((await download(cookie)).statusCode).toBe(403)
  })

  it('goes from request to a file whose stamp verifies with the published key', async () => {
    const { user, cookie } = await subscriber()
    expect((await download(cookie)).statusCode).toBe(404)
    const requested = await test.call(loader.request, {}, { cookie })
    expect(requested.status).toBe(202)
    expect(requested.body).toMatchObject({ version: '1.4.2', status: 'building', binary: null })
    await expect.poll(async () => (await statusOf(cookie))?.status).toBe('ready')

    const { binary, size, file_name } = (await statusOf(cookie))!
    const file = await test.app.inject({ url: binary!, headers: { cookie } })
    expect(file.statusCode).toBe(200)
    expect(file.rawPayload).toHaveLength(size!)
    expect(file_name).toBe('Größe-2-3-1.4.2.exe')
    expect(file.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(size),
      'content-disposition': `attachment; filename="Gr??e-2-3-1.4.2.exe"; filename*=UTF-8''Gr%C3%B6%C3%9Fe-2-3-1.4.2.exe`,
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
    })
    const key = (await test.call(loader.publicKey, {})).body
    const stamp = await verifyStamp([file.rawPayload], createPublicKey(key.pem))
    expect(stamp).toMatchObject({ uid: user.id, version: '1.4.2' })
  })

  it('is returned as a file to a request for its media type', async () => {
    const { cookie } = await readyLoader()
    const headers = { cookie, accept: 'application/octet-stream' }
    const file = await test.app.inject({ url: '/api/loader/', headers })
    expect(file.rawPayload.toString('latin1', 0, 2)).toBe('MZ')
    expect((await test.app.inject({ url: '/api/loader', headers })).rawPayload).toEqual(
      file.rawPayload,
    )
    expect(
      (await test.call(loader.status, { query: {} }, { cookie })).response.headers.vary,
    ).toContain('accept')
    expect((await test.app.inject({ url: '/api/loader/?download=2', headers })).statusCode).toBe(
      422,
    )
  })

  it('is sent in parts that make up the whole', async () => {
    const { cookie } = await readyLoader()
    const whole = await download(cookie)
    const size = whole.rawPayload.length
    const etag = String(whole.headers.etag)
    const first = await download(cookie, { range: 'bytes=0-99' })
    const rest = await download(cookie, { range: 'bytes=100-', 'if-range': etag })
    expect([first.statusCode, rest.statusCode]).toEqual([206, 206])
    expect(first.headers['content-range']).toBe(`bytes 0-99/${size}`)
    expect(first.headers['content-length']).toBe('100')
    expect(rest.headers['content-range']).toBe(`bytes 100-${size - 1}/${size}`)
    expect(Buffer.concat([first.rawPayload, rest.rawPayload])).toEqual(whole.rawPayload)
    expect((await download(cookie, { range: 'bytes=-8' })).body).toBe('LOADOUT1')
  })

  it('is sent whole for a part of another file, and 416 for a part outside', async () => {
    const { cookie } = await readyLoader()
    const whole = await download(cookie)
    const other = await download(cookie, { range: 'bytes=100-', 'if-range': '"another"' })
    expect([other.statusCode, other.rawPayload.length]).toEqual([200, whole.rawPayload.length])
    const outside = await download(cookie, { range: `bytes=${whole.rawPayload.length}-` })
    expect(outside.statusCode).toBe(416)
    expect(outside.headers['content-range']).toBe(`bytes */${whole.rawPayload.length}`)
    expect(outside.headers['content-disposition']).toBeUndefined()
  })

  it('is recorded as downloaded, with build, address and client, when it begins', async () => {
    const { user, cookie } = await readyLoader()
    const kept = () =>
      test.db
        .selectFrom('downloads')
        .innerJoin('loader_builds', 'loader_builds.id', 'build_id')
        .select(['downloads.version', 'agent', sql<string>`host(address)`.as('address')])
        .where('downloads.user_id', '=', user.id)
        .execute()
    const url = '/api/loader/?download=1'
    await test.app.inject({ method: 'HEAD', url, headers: { cookie } })
    const etag = String((await download(cookie)).headers.etag)
    await download(cookie, { range: 'bytes=100-', 'if-range': etag })
    const one = { version: '1.4.2', agent: 'lightMyRequest', address: '127.0.0.1' }
    await expect.poll(kept).toEqual([one])
    await download(cookie, { range: 'bytes=0-99' })
    // An entry added by a HEAD request or a resumed part would come before this one.
    await expect.poll(kept).toEqual([one, one])
  })

  it('is recorded at most twenty times an hour for an address that restarts it', async () => {
    const { user, cookie } = await readyLoader()
    for (let n = 0; n < 22; n += 1)
      expect((await download(cookie, { range: 'bytes=0-0' })).statusCode).toBe(206)
    const kept = test.db
      .selectFrom('downloads')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .where('user_id', '=', user.id)
    expect(await kept.executeTakeFirstOrThrow()).toEqual({ rows: 20 })
    // From another address it is logged.
    await test.app.inject({
      url: '/api/loader/?download=1',
      headers: { cookie },
      remoteAddress: '192.0.2.7',
    })
    expect(await kept.executeTakeFirstOrThrow()).toEqual({ rows: 21 })
  })

  it.each([
    [{ range: 'bytes=1-' }],
    [{ range: 'Bytes=0-' }],
    [{ range: 'bytes=-99999999' }],
    [{ range: 'lines=1-' }],
    [{ range: 'bytes=100-', 'if-range': '"another"' }],
  ])('is recorded as downloaded for a request with %o', async (headers) => {
    const { user, cookie } = await readyLoader()
    await download(cookie, headers)
    const kept = test.db.selectFrom('downloads').select('version').where('user_id', '=', user.id)
    expect(await kept.execute()).toHaveLength(1)
  })

  it('reports its size on HEAD', async () => {
    const { cookie } = await readyLoader()
    const head = await test.app.inject({
      method: 'HEAD',
      url: '/api/loader/?download=1',
      headers: { cookie },
    })
    const { size } = (await statusOf(cookie))!
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
      200,
      '',
      `${size}`,
    ])
  })

  it('is refused to other customers and after the subscription has ended', async () => {
    const { user, cookie } = await readyLoader()
    const other = await subscriber()
    expect(await statusOf(other.cookie)).toBeNull()
    expect((await download(other.cookie)).statusCode).toBe(404)
    await test.db
      .updateTable('subscriptions')
      .set({ ends_at: new Date(Date.now() - 1000) })
      .where('user_id', '=', user.id)
      .execute()
    expect((await download(cookie)).statusCode).toBe(403)
  })

  it('is not found if its file is missing, with a sentence', async () => {
    const { user, cookie } = await readyLoader()
    const { storage_key } = await test.db
      .selectFrom('loader_builds')
      .select('storage_key')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    await test.shop.storage.delete(storage_key!)
    const answer = await download(cookie)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({
      code: 'no_loader',
      detail: sentence('no_loader'),
    })
    expect(answer.headers['content-disposition']).toBeUndefined()
  })
})
