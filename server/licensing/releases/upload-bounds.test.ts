import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { uploadRefusals } from '#contract/licensing/release-uploads.ts'
import { maxReleaseBytes } from '#contract/licensing/staff-releases.ts'
import { enqueue } from '#server/kernel/jobs/jobs.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { releaseJobs } from './jobs.ts'
import { type File, newProgram, tus, uploadDesk } from './testing/upload-desk.ts'

const shop = await fileFixture(openTestShop())
const { storage } = shop.shop
const { newStaff, begin, send, offsetOf, discard, take, unfinished, filesOf } = uploadDesk(shop)

test('refuses before the upload what it would refuse at the end', async () => {
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
  expect([more.status, more.code]).toEqual([413, 'part_too_long'])
  const wrong = await send(staff, next, 7, bytes)
  expect([wrong.status, wrong.code]).toEqual([409, 'wrong_offset'])
})

test('allows at most five uploads at a time, also when they start concurrently', async () => {
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

test('an upload belongs to its sender, and ends with their session or role', async () => {
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
  // After a new sign-in, the upload continues.
  expect((await send(staff, id, 5, bytes.subarray(5))).status).toBe(204)
  expect((await offsetOf(staff, randomUUID())) as number).toBe(404)
})

test('deletes an upload and its files a day after its last part', async () => {
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
