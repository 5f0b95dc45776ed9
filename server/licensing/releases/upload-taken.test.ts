import { expect, test } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { newProgram, sha256Of, uploadDesk } from './testing/upload-desk.ts'

const shop = await fileFixture(openTestShop())
const { storage } = shop.shop
const { newVersion, newStaff, begin, send, offsetOf, take, unfinished, filesOf, eventsOf } =
  uploadDesk(shop)

test('an upload in parts becomes the release, once', async () => {
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

test('two concurrent completions of an upload create one release', async () => {
  const staff = await newStaff()
  const bytes = newProgram(50_000)
  const { id, version } = await begin(staff, { bytes })
  await send(staff, id, 0, bytes)
  const answers = await Promise.all(Array.from({ length: 4 }, () => take(staff, id, version)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(await eventsOf(version)).toBe(1)
})

test('one of two uploads of a version becomes the release, the other keeps its file', async () => {
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
  // The file need not be sent again for another version.
  const lost = answers[0]!.status === 409 ? ([one, ids[0]] as const) : ([other, ids[1]] as const)
  expect((await take(...lost, newVersion())).status).toBe(201)
})

test('refuses and deletes a file that differs from its announcement', async () => {
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

test('reports a part with a missing file in a sentence', async () => {
  const staff = await newStaff()
  const bytes = newProgram(1000)
  const { id, version } = await begin(staff, { bytes })
  await send(staff, id, 0, bytes)
  for (const key of await filesOf(id)) await storage.delete(key)
  const { status, code } = await take(staff, id, version)
  expect([status, code]).toEqual([404, 'upload_missing'])
})
