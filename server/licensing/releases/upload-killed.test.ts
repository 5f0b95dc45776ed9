import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { pipelineReleases } from '#contract/licensing/staff-releases.ts'
import { everyFile } from '#server/adapters/storage/storage.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { countLockWaits } from '#server/kernel/testing/lock-waits.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { createApiKey } from '#server/platform/api-keys/keys.ts'
import { releaseJobs } from './jobs.ts'
import { newProgram, sha256Of, uploadDesk } from './testing/upload-desk.ts'

const shop = await fileFixture(openTestShop())
const { storage } = shop.shop
const key = await createApiKey(shop.db, 'pipeline', ['upload_releases'])

async function send(version: string, bytes: Buffer) {
  const { statusCode } = await shop.app.inject({
    method: pipelineReleases.add.method,
    url: `/api${pipelineReleases.add.path}`,
    query: { version, sha256: sha256Of(bytes) },
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' },
    payload: bytes,
  })
  return statusCode
}

async function filesOfReleases() {
  const found: string[] = []
  for await (const { key } of everyFile(storage, 'loader/releases/')) found.push(key)
  return found
}

async function forgetAfter(hours: number) {
  await sql`update files_begun set begun_at = begun_at - make_interval(hours => ${hours})`.execute(
    shop.db,
  )
  await releaseJobs.find(({ name }) => name === 'releases.forget_uploads')!.run(shop.shop, {})
}

test('deletes a file of a killed process after a day', async () => {
  const bytes = newProgram(1000)
  const { put } = storage
  const written = Promise.withResolvers<void>()
  // The file exists, but no process remains that would insert the row.
  const killed = vi.spyOn(storage, 'put').mockImplementation(async (...given) => {
    await put(...given)
    written.resolve()
    await new Promise(() => {})
  })
  const before = await filesOfReleases()
  const added = async () => (await filesOfReleases()).filter((file) => !before.includes(file))
  void send('9.0.1', bytes)
  await written.promise
  killed.mockRestore()
  const [left] = await added()
  expect(left).toBeDefined()
  // The pipeline received no response, and sends the file again.
  expect(await send('9.0.1', bytes)).toBe(201)
  const { storage_key } = await shop.db
    .selectFrom('loader_releases')
    .select('storage_key')
    .where('version', '=', '9.0.1')
    .executeTakeFirstOrThrow()
  await forgetAfter(23)
  expect((await added()).sort()).toEqual([left, storage_key].sort())
  await forgetAfter(2)
  expect(await added()).toEqual([storage_key])
})

test('a file claimed while the cleanup runs stays, or the claim fails', async () => {
  const { put } = storage
  const slow = vi.spyOn(storage, 'put').mockImplementation(async (...given) => {
    await put(...given)
    await forgetAfter(25)
  })
  expect(await send('9.0.2', newProgram(1000))).toBe(503)
  slow.mockRestore()
  const releases = await shop.db.selectFrom('loader_releases').select('storage_key').execute()
  const keys = releases.map(({ storage_key }) => storage_key)
  expect((await filesOfReleases()).sort()).toEqual(keys.sort())
  const { rows } = await sql`select from files_begun`.execute(shop.db)
  expect(rows).toEqual([])
})

test('an upload resumed while the cleanup runs stays', async () => {
  const desk = uploadDesk(shop)
  const staff = await desk.newStaff()
  const bytes = newProgram(2000)
  const { id, version } = await desk.begin(staff, { bytes })
  await desk.send(staff, id, 0, bytes)
  await sql`update release_uploads set touched_at = now() - interval '25 hours' where id = ${id}`.execute(
    shop.db,
  )
  const held = await shop.db.startTransaction().execute()
  await sql`update release_uploads set touched_at = now() where id = ${id}`.execute(held)
  const forgotten = forgetAfter(0)
  await expect.poll(() => countLockWaits(shop.db)).toBe(1)
  await held.commit().execute()
  await forgotten
  expect((await desk.take(staff, id, version)).status).toBe(201)
})
