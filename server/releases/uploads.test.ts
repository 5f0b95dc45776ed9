import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { releaseUploads, uploadRefusals } from '#contract/release-uploads.ts'
import { maxReleaseBytes, staffReleases } from '#contract/staff-releases.ts'
import { demoProgram } from '#demo/loader/program.ts'
import { everyFile } from '#server/adapters/storage/storage.ts'
import { FilesTrouble } from '#server/kernel/files-trouble.ts'
import { enqueue } from '#server/kernel/jobs.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { releaseJobs } from './jobs.ts'

const shop = await fileFixture(openTestShop())
const { storage } = shop.shop

type Person = Awaited<ReturnType<typeof signIn>>
const newStaff = () => signIn(shop.app, { admin: true })
const tus = { 'tus-resumable': '1.0.0' }
const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
let patch = 0
const newVersion = () => `1.0.${++patch}`
/** A program that no other is the same as. */
const newProgram = (more: number) => Buffer.concat([demoProgram('1'), randomBytes(more)])

type File = { bytes: Buffer; version?: string; sha256?: string; length?: number; product?: number }

async function begin(person: Person, { bytes, ...about }: File) {
  const { version = newVersion(), sha256 = sha256Of(bytes), length = bytes.length } = about
  const product = about.product && { product: String(about.product) }
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/admin/loader/uploads/',
    query: { file_name: 'loader 1.exe', sha256, version, ...product },
    headers: { ...tus, cookie: person.cookie, 'upload-length': String(length) },
  })
  const code = answer.body && answer.json().code
  return { status: answer.statusCode, code, id: String(answer.headers.location), version }
}

async function send(person: Person, id: string, offset: number, payload: Buffer | Readable) {
  const answer = await shop.app.inject({
    method: 'PATCH',
    url: `/api/admin/loader/uploads/${id}`,
    headers: {
      ...tus,
      cookie: person.cookie,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
    },
    payload,
  })
  const code = answer.body ? answer.json().code : undefined
  return { status: answer.statusCode, code, offset: Number(answer.headers['upload-offset']) }
}

async function offsetOf(person: Person, id: string) {
  const answer = await shop.app.inject({
    method: 'HEAD',
    url: `/api/admin/loader/uploads/${id}`,
    headers: { ...tus, cookie: person.cookie },
  })
  const { 'upload-offset': offset, 'upload-length': length } = answer.headers
  return answer.statusCode === 200 ? [Number(offset), Number(length)] : answer.statusCode
}

const discard = async (person: Person, id: string) =>
  (
    await shop.app.inject({
      method: 'DELETE',
      url: `/api/admin/loader/uploads/${id}`,
      headers: { ...tus, cookie: person.cookie },
    })
  ).statusCode

const take = (person: Person, upload: string, version: string, more = {}) =>
  shop.call(staffReleases.add, { body: { upload, version, ...more } }, person)

const unfinished = async (person: Person) =>
  (await shop.call(releaseUploads.list, {}, person)).body.uploads

async function filesOf(id: string) {
  const found: string[] = []
  for await (const { key } of everyFile(storage, `uploads/${id}/`)) found.push(key)
  return found
}

async function eventsOf(version: string) {
  const { rows } = await sql`
    select from events where type = 'release.uploaded' and data->>'version' = ${version}`.execute(
    shop.db,
  )
  return rows.length
}

test('a file that comes in parts is the release that was sent, once', async () => {
  const staff = await newStaff()
  const bytes = newProgram(300_000)
  const { status, id, version } = await begin(staff, { bytes })
  expect([status, await offsetOf(staff, id)]).toEqual([201, [0, bytes.length]])
  expect(await unfinished(staff)).toEqual([
    {
      id,
      file_name: 'loader 1.exe',
      size: bytes.length,
      received: 0,
      sha256: sha256Of(bytes),
      created_at: expect.any(String),
    },
  ])
  const early = await take(staff, id, version)
  expect([early.status, early.code]).toEqual([409, 'upload_unfinished'])
  expect(await send(staff, id, 0, bytes.subarray(0, 100_000))).toMatchObject({
    status: 204,
    offset: 100_000,
  })
  expect(await offsetOf(staff, id)).toEqual([100_000, bytes.length])
  expect((await unfinished(staff))[0]!.received).toBe(100_000)
  await send(staff, id, 100_000, bytes.subarray(100_000))
  const taken = await take(staff, id, version, { notes: 'Faster.', channel: 'beta' })
  expect([taken.status, taken.body]).toMatchObject([
    201,
    {
      version,
      channel: 'beta',
      size: bytes.length,
      sha256: sha256Of(bytes),
      created_by: staff.user.username,
      offered: false,
    },
  ])
  const again = await take(staff, id, version)
  expect([again.status, again.body.id]).toEqual([201, taken.body.id])
  const otherwise = await take(staff, id, newVersion())
  expect([otherwise.status, otherwise.code]).toEqual([409, 'upload_used'])
  expect([await eventsOf(version), await filesOf(id), await unfinished(staff)]).toEqual([1, [], []])
})

test('two that finish one upload at the same time make one release', async () => {
  const staff = await newStaff()
  const bytes = newProgram(50_000)
  const { id, version } = await begin(staff, { bytes })
  await send(staff, id, 0, bytes)
  const answers = await Promise.all(Array.from({ length: 4 }, () => take(staff, id, version)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(await eventsOf(version)).toBe(1)
})

test('of two uploads of one version one becomes the release, the other keeps its file', async () => {
  const [one, other] = [await newStaff(), await newStaff()]
  const version = newVersion()
  const bytes = [newProgram(20_000), newProgram(20_000)] as const
  const ids = [
    (await begin(one, { bytes: bytes[0], version })).id,
    (await begin(other, { bytes: bytes[1], version })).id,
  ] as const
  await Promise.all([send(one, ids[0], 0, bytes[0]), send(other, ids[1], 0, bytes[1])])
  const answers = await Promise.all([take(one, ids[0], version), take(other, ids[1], version)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(answers.map(({ code }) => code)).toContain('release_exists')
  // Under another name it needs not be sent again.
  const lost = answers[0]!.status === 409 ? ([one, ids[0]] as const) : ([other, ids[1]] as const)
  expect((await take(...lost, newVersion())).status).toBe(201)
})

test('parts in any order, sent twice and cut off add up to the file or are refused', async () => {
  const staff = await newStaff()
  const product = await addProduct(shop.db)
  const step = fc.record({
    at: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: -40, max: 40 })),
    size: fc.integer({ min: 1, max: 400 }),
    kind: fc.constantFrom('whole', 'twice', 'cut'),
  })
  const property = fc.asyncProperty(
    fc.uint8Array({ minLength: 1, maxLength: 1000 }),
    fc.array(step, { maxLength: 8 }),
    async (raw, steps) => {
      const bytes = Buffer.from(raw)
      const { id, version } = await begin(staff, { bytes, product })
      let there = 0
      for (const { at, size, kind } of steps) {
        const offset = Math.max(0, there + at)
        const part = bytes.subarray(offset, offset + size)
        if (part.length === 0) continue
        const body = () =>
          kind === 'cut' ? cutOff(part.subarray(0, part.length >> 1)) : Buffer.from(part)
        const times = kind === 'twice' ? [1, 2] : [1]
        await Promise.allSettled(times.map(() => send(staff, id, offset, body())))
        const before = there
        there = ((await offsetOf(staff, id)) as [number, number])[0]
        if (offset !== before) expect(there).toBe(before)
        else if (kind !== 'cut') expect(there).toBe(before + part.length)
      }
      if (there < bytes.length) await send(staff, id, there, bytes.subarray(there))
      const taken = await take(staff, id, version, { product })
      expect([taken.status, taken.body.sha256]).toEqual([201, sha256Of(bytes)])
    },
  )
  await fc.assert(property, { numRuns: 25 })
})

/** A body whose sender goes away in the middle. */
function cutOff(sent: Buffer): Readable {
  return Readable.from(
    (async function* () {
      yield sent
      await delay(5)
      throw new Error('cut')
    })(),
    { objectMode: false },
  )
}

test('what has arrived when the connection breaks is kept', async () => {
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as { port: number }
  const staff = await newStaff()
  const bytes = newProgram(200_000)
  const { id, version } = await begin(staff, { bytes })
  const socket = connect(port, '127.0.0.1')
  socket.write(
    [
      `PATCH /api/admin/loader/uploads/${id} HTTP/1.1`,
      `host: 127.0.0.1:${port}`,
      `cookie: ${staff.cookie}`,
      'tus-resumable: 1.0.0',
      'upload-offset: 0',
      'content-type: application/offset+octet-stream',
      `content-length: ${bytes.length}`,
      '',
      '',
    ].join('\r\n'),
  )
  socket.write(bytes.subarray(0, 120_000))
  await delay(200)
  socket.destroy()
  await expect
    .poll(async () => (await offsetOf(staff, id)) as number[])
    .toEqual([120_000, bytes.length])
  // One that hangs is ended by the next request, and what it brought is kept.
  const hanging = connect(port, '127.0.0.1')
  hanging.on('error', () => {})
  hanging.write(
    `PATCH /api/admin/loader/uploads/${id} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n` +
      `cookie: ${staff.cookie}\r\ntus-resumable: 1.0.0\r\nupload-offset: 120000\r\n` +
      `content-type: application/offset+octet-stream\r\ncontent-length: 1000\r\n\r\n`,
  )
  hanging.write(bytes.subarray(120_000, 120_500))
  await delay(200)
  expect(await offsetOf(staff, id)).toEqual([120_500, bytes.length])
  hanging.destroy()
  await send(staff, id, 120_500, bytes.subarray(120_500))
  expect((await take(staff, id, version)).body.sha256).toBe(sha256Of(bytes))
})

test('a file that is another than announced is not taken, and goes', async () => {
  const staff = await newStaff()
  const bytes = newProgram(1000)
  const { id, version } = await begin(staff, { bytes, sha256: sha256Of(newProgram(1000)) })
  await send(staff, id, 0, bytes)
  const { status, code } = await take(staff, id, version)
  expect([status, code]).toEqual([422, 'hash_differs'])
  expect([await unfinished(staff), await filesOf(id), await offsetOf(staff, id)]).toEqual([
    [],
    [],
    404,
  ])
  expect((await take(staff, id, version)).code).toBe('upload_missing')
})

test('a part whose file has gone is a sentence', async () => {
  const staff = await newStaff()
  const bytes = newProgram(1000)
  const { id, version } = await begin(staff, { bytes })
  await send(staff, id, 0, bytes)
  for (const key of await filesOf(id)) await storage.delete(key)
  const { status, code } = await take(staff, id, version)
  expect([status, code]).toEqual([404, 'upload_missing'])
})

test('a disk that is full in the middle keeps what was there before, and goes on later', async () => {
  const staff = await newStaff()
  const bytes = newProgram(10_000)
  const { id, version } = await begin(staff, { bytes })
  await send(staff, id, 0, bytes.subarray(0, 5000))
  const { put } = storage
  storage.put = async (_key, body) => {
    for await (const _ of body as AsyncIterable<Uint8Array>) break
    throw new FilesTrouble('Full', { full: true })
  }
  const full = await send(staff, id, 5000, bytes.subarray(5000))
  storage.put = put
  expect([full.status, full.code]).toEqual([507, 'files_full'])
  expect(await offsetOf(staff, id)).toEqual([5000, bytes.length])
  await send(staff, id, 5000, bytes.subarray(5000))
  expect((await take(staff, id, version)).status).toBe(201)
})

test('what would be refused at the end is refused before anything is sent', async () => {
  const staff = await newStaff()
  const bytes = newProgram(10)
  const { id, version } = await begin(staff, { bytes })
  await send(staff, id, 0, bytes)
  await take(staff, id, version)
  const code = async (file: Partial<File>) => (await begin(staff, { bytes, ...file })).code
  expect(await code({ version })).toBe('release_exists')
  expect(await code({ product: 999_999_999 })).toBe('unknown_product')
  expect(await code({ length: maxReleaseBytes + 1 })).toBe('release_too_large')
  expect(await code({ length: 0 })).toBe('empty_file')
  expect(await code({ sha256: 'x' })).toBe('invalid')
  const { id: next } = await begin(staff, { bytes })
  const more = await send(staff, next, 0, Buffer.concat([bytes, bytes]))
  expect([more.status, more.code]).toEqual([413, 'release_too_large'])
  const wrong = await send(staff, next, 7, bytes)
  expect([wrong.status, wrong.code]).toEqual([409, 'wrong_offset'])
})

test('five uploads are under way at most, however many begin at once', async () => {
  const staff = await newStaff()
  const bytes = newProgram(10)
  const begun = await Promise.all(Array.from({ length: 7 }, () => begin(staff, { bytes })))
  expect(begun.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409, 409])
  expect(begun.map(({ code }) => code)).toContain(uploadRefusals.too_many_uploads.code)
  const { id } = begun.find(({ status }) => status === 201)!
  await send(staff, id, 0, bytes.subarray(0, 5))
  expect([await discard(staff, id), await filesOf(id), await discard(staff, id)]).toEqual([
    200,
    [],
    404,
  ])
  expect((await begin(staff, { bytes })).status).toBe(201)
})

test('an upload is its sender’s alone, and ends with the session and the role', async () => {
  const [staff, other] = [await newStaff(), await newStaff()]
  const [support, customer] = [await signIn(shop.app, { support: true }), await signIn(shop.app)]
  const bytes = newProgram(10)
  const { id, version } = await begin(staff, { bytes })
  expect([
    (await send(other, id, 0, bytes)).status,
    await offsetOf(other, id),
    await discard(other, id),
    (await take(other, id, version)).status,
    (await unfinished(other)).length,
  ]).toEqual([404, 404, 404, 404, 0])
  for (const nobody of [support, customer])
    expect([
      (await begin(nobody, { bytes })).code,
      (await send(nobody, id, 0, bytes)).code,
      await offsetOf(nobody, id),
      await discard(nobody, id),
      (await take(nobody, id, version)).code,
    ]).toEqual(['forbidden', 'forbidden', 403, 403, 'forbidden'])
  await send(staff, id, 0, bytes.subarray(0, 5))
  const away = { ...staff, cookie: '' }
  expect((await send(away, id, 5, bytes.subarray(5))).code).toBe('unauthenticated')
  const foreign = await shop.app.inject({
    method: 'PATCH',
    url: `/api/admin/loader/uploads/${id}`,
    headers: { ...tus, cookie: staff.cookie, origin: 'https://elsewhere.example' },
  })
  expect(foreign.json().code).toBe('other_site')
  // Signed in again, it goes on.
  expect((await send(staff, id, 5, bytes.subarray(5))).status).toBe(204)
  expect((await offsetOf(staff, randomUUID())) as number).toBe(404)
})

test('an upload is forgotten a day after its last part, with its files', async () => {
  const staff = await newStaff()
  const bytes = newProgram(100)
  const [old, fresh] = [await begin(staff, { bytes }), await begin(staff, { bytes })]
  for (const { id } of [old, fresh]) await send(staff, id, 0, bytes.subarray(0, 50))
  await sql`update release_uploads set touched_at = now() - interval '25 hours'
             where id = ${old.id}`.execute(shop.db)
  const stray = `uploads/${randomUUID()}/0-${randomUUID()}`
  await storage.put(stray, Buffer.from('left'), { contentType: 'text/plain' })
  const forget = releaseJobs.find(({ name }) => name === 'releases.forget_uploads')!
  await enqueue(shop.db, forget as never, {} as never)
  await workJobs(shop)
  expect([await offsetOf(staff, old.id), await filesOf(old.id)]).toEqual([404, []])
  expect([(await filesOf(fresh.id)).length, await storage.stat(stray)]).toEqual([1, null])
  expect((await unfinished(staff)).map(({ id }) => id)).toEqual([fresh.id])
})
