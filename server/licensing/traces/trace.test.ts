import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { staffEvidence } from '#contract/licensing/staff-evidence.ts'
import { maxTraceBytes, staffTraces } from '#contract/licensing/staff-traces.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { tracing } from './testing/tracing.ts'

const shop = await fileFixture(openTestShop())
const { db } = shop
const { staff, issue, send, trace } = await tracing(shop)

const find = async (of: string) => (await shop.call(staffTraces.find, { body: { of } }, staff)).body

test('a copy names its customer, with the downloads of that customer by address', async () => {
  const [one, other] = [await issue(), await issue()]
  const build_id = one.row.id
  for (const [user_id, address, of] of [
    [one.user.id, '192.0.2.7', build_id],
    [one.user.id, '192.0.2.7', null],
    [one.user.id, '192.0.2.8', null],
    [other.user.id, '192.0.2.9', other.row.id],
  ] as const)
    await db
      .insertInto('downloads')
      .values({ user_id, address, build_id: of, version: '1.4.2' })
      .execute()
  const { status, body } = await trace(one.file)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    verdict: 'certain',
    sha256: one.row.sha256,
    size: one.file.length,
    copies: [
      {
        build: build_id,
        tail: true,
        slots: 4,
        of_slots: 4,
        version: '1.4.2',
        customer: { uid: one.user.id, username: one.user.username },
      },
    ],
  })
  expect(body.copies[0].customer.downloads).toMatchObject([
    { address: '192.0.2.7', times: 2, of_copy: 1 },
    { address: '192.0.2.8', times: 1, of_copy: 0 },
  ])
})

test('shows the customer’s devices with their state, and new browsers', async () => {
  const one = await issue()
  const user_id = one.user.id
  const device = await db
    .insertInto('devices')
    .values({ user_id, name: 'Desk', os: 'Windows 11' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const about = { user_id, device_id: device.id }
  await db
    .insertInto('device_history')
    .values([
      { ...about, kind: 'bound' },
      { ...about, kind: 'mismatched' },
      { ...about, kind: 'reset', actor_id: staff.user.id },
    ])
    .execute()
  // At another time than the customer's sign-in in this test.
  const at = new Date(Date.now() - 3_600_000)
  await db
    .insertInto('known_browsers')
    .values({ user_id, fingerprint: randomBytes(32), first_seen_at: at })
    .execute()
  await db
    .insertInto('sessions')
    .values({
      user_id,
      token_hash: randomBytes(32),
      address: '192.0.2.44',
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      created_at: at,
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .execute()
  const { body } = await trace(one.file)
  expect(body.copies[0].customer).toMatchObject({
    devices: [{ name: 'Desk', os: 'Windows 11', released_at: null }],
    resets: [
      { kind: 'reset', by: staff.user.username },
      { kind: 'mismatched', by: null },
    ],
    browsers: [{ device: 'Firefox on Linux', address: '192.0.2.44' }],
  })
})

test('a cut copy names its customer by slots, also if its build has no row', async () => {
  const { user, row, file } = await issue()
  const cut = file.subarray(0, -200)
  expect((await trace(cut)).body).toMatchObject({
    verdict: 'strong',
    copies: [{ build: row.id, tail: false, slots: 4, customer: { uid: user.id } }],
  })
  await db
    .insertInto('downloads')
    .values({ ...{ user_id: user.id, build_id: row.id }, address: '192.0.2.7', version: '1.4.2' })
    .execute()
  await db.deleteFrom('loader_builds').where('id', '=', row.id).execute()
  const { body } = await trace(cut)
  expect(body).toMatchObject({ verdict: 'strong', copies: [{ build: row.id }] })
})

test('finds a copy stored as evidence by its customer', async () => {
  const [one, other] = [await issue(), await issue()]
  const { body } = await send('traces/file', one.file, { keep: 'true', name: 'leak.exe' })
  expect(body).toMatchObject({ verdict: 'certain', evidence: expect.any(Number) })
  const of = async (uid: number) =>
    (await shop.call(staffEvidence.list, { query: { uid } }, staff)).body.evidence
  expect(await of(one.user.id)).toMatchObject([
    {
      id: body.evidence,
      copies: [{ build: one.row.id, uid: one.user.id, username: one.user.username }],
    },
  ])
  expect(await of(other.user.id)).toEqual([])
  expect(await find(one.row.sha256!)).toMatchObject({ evidence: body.evidence })
  expect(await find(one.row.id)).toMatchObject({ evidence: null })
})

test('two combined copies name both customers', async () => {
  const [one, two] = [await issue(), await issue()]
  const { body } = await trace(Buffer.concat([one.file.subarray(0, -200), two.file]))
  expect(body.verdict).toBe('mixed')
  expect(
    body.copies.map(({ customer }: { customer: { uid: number } }) => customer.uid).toSorted(),
  ).toEqual([one.user.id, two.user.id].toSorted())
})

test('looks up a hash and a build id', async () => {
  const { user, row } = await issue()
  const copies = [{ build: row.id, customer: { uid: user.id } }]
  expect(await find(` ${row.sha256!.toUpperCase()} `)).toMatchObject({ verdict: 'certain', copies })
  // As `sha256sum` prints it.
  expect(await find(`${row.sha256}  leak (1).exe\n`)).toMatchObject({ verdict: 'certain', copies })
  expect(await find(row.id)).toMatchObject({ verdict: 'looked_up', copies })
  expect(await find(randomUUID())).toMatchObject({ verdict: 'unknown', copies: [] })
  const failed = { user_id: user.id, release_id: row.release_id, status: 'failed' } as const
  const { id } = await db
    .insertInto('loader_builds')
    .values({ ...failed, error: 'No room' })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await find(id)).toMatchObject({ verdict: 'unknown', copies: [] })
  const { sha256 } = await db
    .selectFrom('loader_releases')
    .select('sha256')
    .where('version', '=', '1.4.2')
    .executeTakeFirstOrThrow()
  expect(await find(sha256)).toMatchObject({
    verdict: 'release',
    release: { version: '1.4.2', slots: 4 },
  })
  const wrong = await shop.call(staffTraces.find, { body: { of: 'abc' } }, staff)
  expect(wrong.code).toBe('invalid')
})

test('a trace leaves an event and no file', async () => {
  const file = randomBytes(100_000)
  const before = await buffer(
    Readable.from((await shop.shop.storage.list('', { limit: 500 })).map(({ key }) => key)),
  )
  expect((await trace(Readable.from([file]))).body.verdict).toBe('unknown')
  const after = await buffer(
    Readable.from((await shop.shop.storage.list('', { limit: 500 })).map(({ key }) => key)),
  )
  expect(after).toEqual(before)
  const event = await db
    .selectFrom('events')
    .select(['type', 'data'])
    .where('actor_id', '=', staff.user.id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const sha256 = createHash('sha256').update(file).digest('hex')
  expect(event).toEqual({
    type: 'copy.traced',
    data: { verdict: 'unknown', sha256, size: file.length, builds: [] },
  })
})

test('refuses a file whose announced size is too large before reading it', async () => {
  const { status, body } = await trace(Readable.from([Buffer.alloc(10)]), {
    'content-length': String(maxTraceBytes + 1),
  })
  expect([status, body.code]).toEqual([413, 'file_too_large'])
})
