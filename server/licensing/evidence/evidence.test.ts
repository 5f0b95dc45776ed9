import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { evidenceDays, staffEvidence } from '#contract/licensing/staff-evidence.ts'
import { mostEvidence } from '#contract/licensing/staff-traces.ts'
import { everyFile } from '#server/adapters/storage/storage.ts'
import { keepWhole } from '#server/kernel/database/backup-lock.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { forgetEvidence } from './remove.ts'

const shop = await fileFixture(openTestShop())
const { db } = shop
const { storage } = shop.shop
const admin = await signIn(shop.app, { admin: true })

async function trace(payload: Buffer | Readable, query: Record<string, string> = {}) {
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/admin/loader/traces/file',
    query,
    headers: { cookie: admin.cookie, 'content-type': 'application/octet-stream' },
    payload,
  })
  return { status: answer.statusCode, body: answer.json() }
}

const keep = (file: Buffer | Readable, name = 'leak.exe') => trace(file, { keep: 'true', name })
const list = async (query = {}) =>
  (await shop.call(staffEvidence.list, { query: { limit: 100, ...query } }, admin)).body.evidence
const files = async () => {
  const keys: string[] = []
  for await (const { key } of everyFile(storage, 'evidence/')) keys.push(key)
  return keys
}
const download = (id: number, cookie = admin.cookie) =>
  shop.app.inject({ url: `/api/admin/loader/evidence/${id}/file`, headers: { cookie } })
const remove = (id: number, reason = 'The case is closed') =>
  shop.call(staffEvidence.remove, { params: { id }, body: { reason } }, admin)
const lastEvent = () =>
  db
    .selectFrom('events')
    .select(['type', 'data'])
    .where('actor_id', '=', admin.user.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

// Each test starts without stored files.
afterEach(async () => {
  await db.deleteFrom('evidence').where('deleted_at', 'is', null).execute()
  for (const key of await files()) await storage.delete(key)
})

test('a stored file is listed, downloaded unchanged, and deleted with a reason', async () => {
  const file = randomBytes(300_000)
  const sha256 = createHash('sha256').update(file).digest('hex')
  const { body } = await keep(Readable.from([file]), 'Größe "leak".exe')
  expect(body).toMatchObject({ verdict: 'unknown', sha256, size: file.length })
  expect(await lastEvent()).toMatchObject({
    type: 'evidence.kept',
    data: { evidence: body.evidence, sha256, verdict: 'unknown', builds: [] },
  })
  expect((await list())[0]).toMatchObject({
    ...{ id: body.evidence, sha256, size: file.length, verdict: 'unknown', copies: [] },
    ...{ file_name: 'Größe "leak".exe', kept_by: admin.user.username, deleted: null },
  })
  const got = await download(body.evidence)
  expect(got.rawPayload).toEqual(file)
  expect(got.headers['content-disposition']).toMatch(/^attachment; .*exe\.evidence/)
  expect(await lastEvent()).toMatchObject({ type: 'evidence.downloaded' })

  expect((await remove(body.evidence, ' ')).status).toBe(422)
  expect((await remove(body.evidence)).status).toBe(200)
  expect((await lastEvent()).data).toMatchObject({ sha256, reason: 'The case is closed' })
  expect((await list())[0]!.deleted).toMatchObject({
    ...{ by: admin.user.username, reason: 'The case is closed' },
  })
  expect([(await download(body.evidence)).statusCode, await files()]).toEqual([404, []])
  expect((await remove(body.evidence)).code).toBe('unknown_evidence')
})

test('support cannot list, download or delete evidence', async () => {
  const { body } = await keep(randomBytes(500))
  const support = await signIn(shop.app, { support: true })
  expect((await download(body.evidence, support.cookie)).statusCode).toBe(403)
  expect((await shop.call(staffEvidence.list, { query: {} }, support)).status).toBe(403)
  const input = { params: { id: body.evidence }, body: { reason: 'x' } }
  expect((await shop.call(staffEvidence.remove, input, support)).status).toBe(403)
})

test('stores the same file once, also in concurrent uploads, and later traces refer to it', async () => {
  const file = randomBytes(2000)
  const [one, other] = await Promise.all([keep(file), keep(file)])
  expect(one.body.evidence).toBe(other.body.evidence)
  expect(await files()).toHaveLength(1)
  expect((await trace(file)).body.evidence).toBe(one.body.evidence)
  expect((await trace(randomBytes(2000))).body.evidence).toBeNull()
  await remove(one.body.evidence)
  expect((await trace(file)).body.evidence).toBeNull()
  const again = await keep(file)
  expect(again.body.evidence).not.toBe(one.body.evidence)
})

test('an unstored or interrupted upload leaves nothing behind', async () => {
  await trace(randomBytes(1000), { name: 'x' })
  const broken = new Readable({
    read() {
      this.push(randomBytes(1000))
      this.destroy(new Error('The connection was lost'))
    },
  })
  await keep(broken).catch(() => null)
  const rows = () => db.selectFrom('evidence').select('id').where('traced_at', 'is', null).execute()
  await expect.poll(rows).toEqual([])
  expect(await files()).toEqual([])
  expect((await list()).filter(({ deleted }) => !deleted)).toEqual([])
})

test('stores at most a hundred files', async () => {
  const some = { file_name: 'x', kept_by: admin.user.id, verdict: 'unknown', size: 1 }
  await db
    .insertInto('evidence')
    .values(
      Array.from({ length: mostEvidence - 1 }, (_, number) => ({
        ...{ ...some, storage_key: `evidence/none-${number}`, traced_at: sql<Date>`now()` },
        sha256: createHash('sha256').update(String(number)).digest('hex'),
      })),
    )
    .execute()
  const answers = await Promise.all([keep(randomBytes(10)), keep(randomBytes(11))])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)!.body.code).toBe('too_much_evidence')
})

test('deletes evidence after 400 days, and unfinished traces', async () => {
  const [old, young, torn] = [
    await keep(randomBytes(20)),
    await keep(randomBytes(21)),
    await keep(randomBytes(22)),
  ]
  const age = (id: number, days: number) =>
    db
      .updateTable('evidence')
      .set({ created_at: sql`now() - make_interval(days => ${days})` })
      .where('id', '=', id)
      .execute()
  await age(old.body.evidence, evidenceDays + 1)
  await age(young.body.evidence, evidenceDays - 1)
  await age(torn.body.evidence, 2)
  const nothing = { traced_at: null, size: null, sha256: null, verdict: null }
  await db.updateTable('evidence').set(nothing).where('id', '=', torn.body.evidence).execute()

  // Refused while a backup is running.
  const backup = await db.startTransaction().execute()
  await sql.raw(keepWhole).execute(backup)
  await expect(forgetEvidence(db, storage)).rejects.toThrow('A backup is running')
  expect((await remove(young.body.evidence)).code).toBe('backup_running')
  await sql`select pg_advisory_unlock_all()`.execute(backup)
  await backup.rollback().execute()

  await forgetEvidence(db, storage)
  const kept = (await list()).filter(({ deleted }) => !deleted)
  expect(kept.map(({ id }) => id)).toEqual([young.body.evidence])
  expect(await files()).toHaveLength(1)
  const gone = (await list()).find(({ id }) => id === old.body.evidence)
  expect(gone!.deleted).toMatchObject({ by: null, reason: 'Retention period of 400 days ended' })
  const row = db.selectFrom('evidence').select('id').where('id', '=', torn.body.evidence)
  expect(await row.execute()).toEqual([])
})
