import { expect, test } from 'vitest'
import { pipelineUploads } from '#contract/licensing/release-uploads.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { createApiKey, revokeApiKeys } from '#server/platform/api-keys/keys.ts'
import { bearer } from './testing/pipeline.ts'
import { beginPart, newProgram, sha256Of, tus, uploadDesk } from './testing/upload-desk.ts'

const shop = await fileFixture(openTestShop())
const desk = uploadDesk(shop)
const { newVersion } = desk
const newKey = async (name: string) =>
  bearer(await createApiKey(shop.db, name, ['upload_releases']))
const ci = await newKey('ci')

type Key = typeof ci

async function ask(
  key: Key,
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE',
  path: string,
  { headers = {}, payload }: { headers?: Record<string, string>; payload?: Buffer } = {},
) {
  const answer = await shop.app.inject({
    method,
    url: `/api/releases/uploads/${path}`,
    headers: { ...tus, ...key, ...headers },
    ...(payload && { payload }),
  })
  const code = answer.body ? answer.json().code : undefined
  return { status: answer.statusCode, code, headers: answer.headers }
}

async function begin(key: Key, bytes: Buffer, version: string) {
  const query = new URLSearchParams({
    ...{ file_name: 'loader.exe', version, sha256: sha256Of(bytes) },
  })
  const answer = await ask(key, 'POST', `?${query}`, {
    headers: { 'upload-length': String(bytes.length) },
  })
  return { ...answer, id: String(answer.headers.location) }
}

function send(key: Key, id: string, offset: number, payload: Buffer) {
  const headers = {
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
  }
  return ask(key, 'PATCH', id, { headers, payload })
}

async function offsetOf(key: Key, id: string) {
  const { status, headers } = await ask(key, 'HEAD', id)
  return status === 200 ? Number(headers['upload-offset']) : status
}

const take = (key: Key, id: string, version: string) =>
  shop.call(pipelineUploads.take, { params: { id }, body: { version } }, { headers: key })

test('a pipeline resumes an interrupted upload', async () => {
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const version = newVersion()
  const bytes = newProgram(200_000)
  const { status, id } = await begin(ci, bytes, version)
  expect([status, await offsetOf(ci, id)]).toEqual([201, 0])
  const part = { headers: ci, at: 0, length: bytes.length, bytes: bytes.subarray(0, 120_000) }
  const socket = await beginPart(shop, `/releases/uploads/${id}`, part)
  socket.destroy()
  await expect.poll(() => offsetOf(ci, id)).toBe(120_000)
  const early = await take(ci, id, version)
  expect([early.status, early.code]).toEqual([409, 'upload_unfinished'])
  // A restarted pipeline job gets the same upload.
  expect((await begin(ci, bytes, version)).id).toBe(id)
  expect((await send(ci, id, 120_000, bytes.subarray(120_000))).status).toBe(204)
  const [taken, twice] = await Promise.all([take(ci, id, version), take(ci, id, version)])
  expect([taken.status, taken.body]).toMatchObject([
    201,
    { version, sha256: sha256Of(bytes), size: bytes.length, api_key: 'ci', created_by: null },
  ])
  expect([twice.status, twice.body.id]).toEqual([201, taken.body.id])
  // A pipeline that did not receive the final response does not send the file again either.
  const again = await begin(ci, bytes, version)
  expect([again.status, again.id, await offsetOf(ci, id)]).toEqual([201, id, bytes.length])
  expect((await take(ci, id, version)).body.id).toBe(taken.body.id)
  const { filesOf, eventsOf } = desk
  expect([await eventsOf(version), await filesOf(id)]).toEqual([1, []])
  // The same file under another version is another release with its own upload.
  expect((await begin(ci, bytes, newVersion())).id).not.toBe(id)
  const other = await begin(ci, newProgram(10), version)
  expect([other.status, other.code]).toEqual([409, 'release_exists'])
})

test('concurrent starts of the same upload by a pipeline create one', async () => {
  const [key, version, bytes] = [await newKey('matrix'), newVersion(), newProgram(10)]
  const begun = await Promise.all(Array.from({ length: 6 }, () => begin(key, bytes, version)))
  expect(new Set(begun.map(({ status, id }) => `${status} ${id}`)).size).toBe(1)
  for (let n = 1; n < 5; n += 1)
    expect((await begin(key, newProgram(10), newVersion())).status).toBe(201)
  const more = () => begin(key, newProgram(10), newVersion())
  expect((await more()).code).toBe('too_many_uploads')
  expect((await ask(key, 'DELETE', begun[0]!.id)).status).toBe(200)
  expect((await more()).status).toBe(201)
})

test('an upload belongs to its key until it expires', async () => {
  const bytes = newProgram(10)
  const version = newVersion()
  const { id } = await begin(ci, bytes, version)
  const [other, staff] = [await newKey('other'), await desk.newStaff()]
  expect([
    (await send(other, id, 0, bytes)).status,
    await offsetOf(other, id),
    (await ask(other, 'DELETE', id)).status,
    (await take(other, id, version)).code,
    await desk.offsetOf(staff, id),
    await desk.discard(staff, id),
    (await desk.take(staff, id, version)).code,
  ]).toEqual([404, 404, 404, 'upload_missing', 404, 404, 'upload_missing'])
  const theirs = await desk.begin(staff, { bytes: newProgram(10) })
  expect(await offsetOf(ci, theirs.id)).toBe(404)
  const status = bearer(await createApiKey(shop.db, 'status', ['report_status']))
  await revokeApiKeys(shop.db, 'other')
  for (const nobody of [status, other, bearer('loadout_none'), bearer('')]) {
    const codes = [
      (await begin(nobody, bytes, version)).status,
      (await send(nobody, id, 0, bytes)).status,
      await offsetOf(nobody, id),
      (await ask(nobody, 'DELETE', id)).status,
      (await take(nobody, id, version)).status,
    ]
    expect(new Set(codes)).toEqual(new Set([nobody === status ? 403 : 401]))
  }
  expect((await send(ci, id, 0, bytes)).status).toBe(204)
  expect((await take(ci, id, version)).status).toBe(201)
})
