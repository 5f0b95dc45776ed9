import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { staffEvidence } from '#contract/staff-evidence.ts'
import { staffReleases } from '#contract/staff-releases.ts'
import { maxTraceBytes, staffTraces } from '#contract/staff-traces.ts'
import { demoProgram } from '#demo/loader/program.ts'
import { seedDemoRelease } from '#demo/loader/release.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { build } from '#server/loader/builds.ts'
import { requestLoader } from '#server/loader/loader.ts'
import { readStamp } from '#server/loader/stamp.ts'
import { subscribe } from '#server/loader/testing/subscriber.ts'
import { sendFile } from '#server/releases/testing/send-file.ts'
import { authenticodeHash, signedProgram } from '#server/releases/testing/signed-program.ts'

const shop = await fileFixture(openTestShop())
const { db } = shop
const { storage, loaderKey, markKey, config } = shop.shop
await seedDemoRelease(db, storage)
const staff = await signIn(shop.app, { admin: true })

/** Uploads a release and offers it to everybody. */
async function offer(version: string, file: Buffer, declared?: unknown) {
  const upload = await sendFile(shop.app, { cookie: staff.cookie, bytes: file, version })
  const alternatives = declared === undefined ? '' : JSON.stringify(declared)
  const added = { version, upload, alternatives }
  const { id } = (await shop.call(staffReleases.add, { body: added }, staff)).body
  await shop.call(staffReleases.promote, { params: { id }, body: {} }, staff)
  return id
}

async function issue() {
  const { user } = await signIn(shop.app)
  await subscribe(db, user.id)
  await requestLoader(db, config, user.id)
  const ofUser = db.selectFrom('loader_builds').selectAll().where('user_id', '=', user.id)
  const { id } = await ofUser.executeTakeFirstOrThrow()
  await build(db, storage, loaderKey, markKey, id)
  const row = await ofUser.executeTakeFirstOrThrow()
  return { user, row, file: await buffer((await storage.get(row.storage_key!))!.stream) }
}

async function send(path: string, payload: Buffer | Readable, query = {}, headers = {}) {
  const answer = await shop.app.inject({
    method: 'POST',
    url: `/api/admin/loader/${path}`,
    query,
    headers: { cookie: staff.cookie, 'content-type': 'application/octet-stream', ...headers },
    payload,
  })
  return { status: answer.statusCode, body: answer.json() }
}

const trace = (payload: Buffer | Readable, headers = {}) =>
  send('traces/file', payload, {}, headers)

const find = async (of: string) => (await shop.call(staffTraces.find, { body: { of } }, staff)).body

test('a copy names its customer, with downloads by address and nobody else’s', async () => {
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

test('a cut copy names its customer by slots, also when the row of its build is gone', async () => {
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

test('a copy that is kept as evidence is found by its customer', async () => {
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

test('two copies put together name both customers', async () => {
  const [one, two] = [await issue(), await issue()]
  const { body } = await trace(Buffer.concat([one.file.subarray(0, -200), two.file]))
  expect(body.verdict).toBe('mixed')
  expect(
    body.copies.map(({ customer }: { customer: { uid: number } }) => customer.uid).toSorted(),
  ).toEqual([one.user.id, two.user.id].toSorted())
})

test('a hash and the id of a build are looked up', async () => {
  const { user, row } = await issue()
  const copies = [{ build: row.id, customer: { uid: user.id } }]
  expect(await find(` ${row.sha256!.toUpperCase()} `)).toMatchObject({ verdict: 'certain', copies })
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
    Readable.from((await storage.list('', { limit: 500 })).map(({ key }) => key)),
  )
  expect((await trace(Readable.from([file]))).body.verdict).toBe('unknown')
  const after = await buffer(
    Readable.from((await storage.list('', { limit: 500 })).map(({ key }) => key)),
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

test('a file that announces too much is refused before it is read', async () => {
  const { status, body } = await trace(Readable.from([Buffer.alloc(10)]), {
    'content-length': String(maxTraceBytes + 1),
  })
  expect([status, body.code]).toEqual([413, 'file_too_large'])
})

const wipeSlots = (file: Buffer, slots: readonly number[]) => {
  for (const at of slots) file.fill(0, at, at + 64)
  return file
}
const customers = (body: { copies: { customer: { uid: number } }[] }) =>
  body.copies.map(({ customer }) => customer.uid).toSorted()

test('without tail and slots a copy is named by its alternatives, and two that were mixed both are', async () => {
  // Of 256 pairs each two copies differ in some half; the rest they share.
  const strings = Array.from({ length: 256 }, () => [randomBytes(10), randomBytes(10)] as const)
  const program = demoProgram('8.0.0')
  const file = Buffer.concat([program, ...strings.flatMap(([a]) => [a, randomBytes(10)])])
  const declared = strings.map((pair) => ({ hex: pair.map((one) => one.toString('hex')) }))
  const id = await offer('8.0.0', file, declared)
  const { slots } = await db
    .selectFrom('loader_releases')
    .select('slots')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const [one, two] = [await issue(), await issue()]
  const body = (of: typeof one) => wipeSlots(Buffer.from(of.file.subarray(0, file.length)), slots)
  // A hundred bytes too many, and the end cut off.
  const cut = Buffer.concat([randomBytes(100), body(one).subarray(0, -600)])
  const traced = (await trace(cut)).body
  expect(traced).toMatchObject({
    verdict: 'strong',
    release: { version: '8.0.0', alternatives: 256 },
    alternatives: { mixed: 0, of: 256 },
    copies: [{ build: one.row.id, tail: false, slots: 0, customer: { uid: one.user.id } }],
  })
  const { found } = traced.alternatives
  expect(traced.copies[0].alternatives).toEqual({ agree: found, of: found })
  expect(traced.error_below).toBeGreaterThan(60)

  const [mixed, other] = [body(one), body(two)]
  for (let pair = 0; pair < 256; pair += 2) {
    const at = program.length + 20 * pair
    other.copy(mixed, at, at, at + 10)
  }
  expect((await trace(mixed)).body).toMatchObject({ verdict: 'mixed', more: 0 })
  expect(customers((await trace(mixed)).body)).toEqual([one.user.id, two.user.id].toSorted())

  const release = wipeSlots(Buffer.from(file), slots)
  expect((await trace(release)).body).toMatchObject({
    ...{ verdict: 'release', copies: [], error_below: null },
    alternatives: { found: 256, mixed: 0, of: 256 },
  })
  const few = body(one).subarray(0, program.length + 20 * 15)
  expect((await trace(few)).body).toMatchObject({ verdict: 'unknown', copies: [] })
})

test('a copy of a signed release is traced by the block in its signature, and by that alone', async () => {
  const file = signedProgram(demoProgram('9.0.0'))
  await offer('9.0.0', file)
  const { user, row, file: copy } = await issue()
  expect(authenticodeHash(copy)).toBe(authenticodeHash(file))
  expect((await trace(copy)).body).toMatchObject({
    verdict: 'certain',
    copies: [{ build: row.id, tail: true, slots: 0, of_slots: 0, customer: { uid: user.id } }],
  })
  const patched = Buffer.from(copy)
  patched[700] = patched[700]! ^ 1
  expect((await trace(patched)).body).toMatchObject({
    verdict: 'changed',
    copies: [{ build: row.id, customer: { uid: user.id } }],
  })
  expect((await trace(file)).body).toMatchObject({
    verdict: 'release',
    release: { version: '9.0.0', signed: true, slots: 0 },
  })
})

test('false blocks do not hide those behind them, and what was not checked is told', async () => {
  const { row, file } = await issue()
  const release = randomBytes(500)
  const block = file.subarray(file.length - readStamp(file)!.size)
  const forged = (number: number) => {
    const bytes = Buffer.from(block)
    bytes.writeUInt32LE(number, bytes.length - 84)
    return bytes
  }
  const many = (count: number) => Array.from({ length: count }, (_, number) => forged(number))
  const behind = await trace(Buffer.concat([release, ...many(3000), block, release]))
  expect(behind.body).toMatchObject({
    ...{ verdict: 'changed', copies: [{ build: row.id }] },
    unchecked: { blocks: 0 },
  })
  // The same block again and again is looked at once.
  const same = Array<Buffer>(20_000).fill(forged(1))
  expect((await trace(Buffer.concat([...same, block, release]))).body.verdict).toBe('changed')
  const stuffed = await trace(Buffer.concat([release, ...many(10_005), block, release]))
  expect(stuffed.body).toMatchObject({ verdict: 'unknown', unchecked: { blocks: 6 } })
})

test('a release that a version before took in is read for slots with its first copy', async () => {
  const id = await offer('10.0.0', demoProgram('10.0.0'))
  const former = { slots: [], marks_read: false }
  await db.updateTable('loader_releases').set(former).where('id', '=', id).execute()
  const { row, file } = await issue()
  expect((await trace(file.subarray(0, -200))).body).toMatchObject({
    verdict: 'strong',
    copies: [{ build: row.id, slots: 4, of_slots: 4 }],
  })
  const { slots, marks_read } = await db
    .selectFrom('loader_releases')
    .select(['slots', 'marks_read'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect([slots.length, marks_read]).toEqual([4, true])
})
