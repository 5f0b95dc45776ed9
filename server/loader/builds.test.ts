import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFileStorage } from '#server/adapters/storage/files.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { type Database, openDatabase } from '#server/kernel/database.ts'
import type { Shop } from '#server/kernel/shop.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { build } from './builds.ts'
import { seedDemoRelease } from './demo-release.ts'
import { resumeLoaders } from './jobs.ts'
import { findDownload, findLoader, requestLoader } from './loader.ts'
import { currentRelease, publishRelease } from './releases.ts'
import { keyIdOf } from './signing-key.ts'
import { verifyStamp } from './stamp.ts'
import { subscribe } from './testing/subscriber.ts'

const pair = generateKeyPairSync('ed25519')
const key = { ...pair, id: keyIdOf(pair.publicKey) }
const shopfront = { product: 'Loadout', apiUrl: null }

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
let folder: string
let storage: Storage

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, 8)
  folder = await mkdtemp(join(tmpdir(), 'loadout-loader-'))
  storage = await openFileStorage(folder)
  await seedDemoRelease(db, storage)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
  await rm(folder, { recursive: true })
})

async function* once(bytes: Buffer) {
  yield bytes
}
const publish = (version: string) =>
  publishRelease(db, storage, { version, bytes: once(randomBytes(1000)) })

async function addUser() {
  const username = `u-${randomBytes(6).toString('hex')}`
  const { id } = await db
    .insertInto('users')
    .values({ username, email: `${username}@example.com` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function addSubscriber(seconds?: number) {
  const userId = await addUser()
  await subscribe(db, userId, seconds)
  return userId
}

const buildsOf = (userId: number) =>
  db
    .selectFrom('loader_builds')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('requested_at')
    .execute()

async function queued(buildId: string) {
  const { rows } = await sql`
    select 1 from graphile_worker.jobs
    where task_identifier = 'loader-build' and key = ${`loader ${buildId}`}`.execute(db)
  return rows.length
}

async function requestAndBuild(userId: number) {
  await requestLoader(db, shopfront, userId)
  const { id } = (await buildsOf(userId)).at(-1)!
  await build(db, storage, key, id)
  return id
}

async function downloadOf(userId: number) {
  const { key } = await findDownload(db, shopfront, userId)
  return buffer((await storage.get(key))!.stream)
}

describe('requesting a loader', () => {
  it('needs an active subscription', async () => {
    const refusal = { status: 403, message: 'An active subscription is required' }
    for (const userId of [await addUser(), await addSubscriber(-60)]) {
      await expect(requestLoader(db, shopfront, userId)).rejects.toMatchObject(refusal)
      await expect(findDownload(db, shopfront, userId)).rejects.toMatchObject(refusal)
      expect(await findLoader(db, shopfront, userId)).toBeNull()
    }
  })

  it('begins one build, and one job with it, however often it is asked at once', async () => {
    const userId = await addSubscriber()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => requestLoader(db, shopfront, userId)),
    )
    for (const answer of answers) expect(answer).toMatchObject({ status: 'building', binary: null })
    const builds = await buildsOf(userId)
    expect(builds).toHaveLength(1)
    expect(await queued(builds[0]!.id)).toBe(1)
  })

  it('leaves no build when its transaction does not commit', async () => {
    const userId = await addSubscriber()
    const failing = db.transaction().execute(async (tx) => {
      await requestLoader(tx, shopfront, userId)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await buildsOf(userId)).toEqual([])
  })
})

describe('a build', () => {
  it('is the current release with a stamp that names its customer', async () => {
    const userId = await addSubscriber()
    const id = await requestAndBuild(userId)
    const file = await downloadOf(userId)
    const release = (await currentRelease(db))!
    const stamp = await verifyStamp([file], key.publicKey)
    expect(stamp).toMatchObject({ build: id, uid: userId, version: release.version })
    const status = await findLoader(db, shopfront, userId)
    expect(status).toEqual({
      binary: '/api/loader/?download=1',
      version: release.version,
      status: 'ready',
      file_name: `Loadout-${release.version}.exe`,
      size: file.length,
      requested_at: new Date(stamp!.issued_at),
      outdated: false,
    })
  })

  it('may run twice, also at once, and gives the same bytes', async () => {
    const userId = await addSubscriber()
    await requestLoader(db, shopfront, userId)
    const { id } = (await buildsOf(userId))[0]!
    await Promise.all([1, 2, 3].map(() => build(db, storage, key, id)))
    const first = await downloadOf(userId)
    const [before] = await buildsOf(userId)
    await build(db, storage, key, id)
    expect(await downloadOf(userId)).toEqual(first)
    expect(await buildsOf(userId)).toEqual([before])
    await build(db, storage, key, randomUUID())
  })

  it('that fails says so, and the next request tries again', async () => {
    const userId = await addSubscriber()
    const broken: Storage = {
      ...storage,
      put: () => Promise.reject(new Error('The disk is full')),
    }
    await requestLoader(db, shopfront, userId)
    const { id } = (await buildsOf(userId))[0]!
    await build(db, broken, key, id)
    expect((await buildsOf(userId))[0]).toMatchObject({ error: 'The disk is full' })
    expect(await findLoader(db, shopfront, userId)).toMatchObject({
      status: 'failed',
      binary: null,
    })
    await expect(findDownload(db, shopfront, userId)).rejects.toMatchObject({ status: 404 })

    expect(await requestLoader(db, shopfront, userId)).toMatchObject({ status: 'building' })
    await build(db, storage, key, (await buildsOf(userId)).at(-1)!.id)
    expect(await findLoader(db, shopfront, userId)).toMatchObject({ status: 'ready' })
    expect(await buildsOf(userId)).toHaveLength(1)
  })

  it('replaces the earlier one, whose file goes', async () => {
    const userId = await addSubscriber()
    const [first, second] = [await requestAndBuild(userId), await requestAndBuild(userId)]
    const files = await readdir(join(folder, 'loader/builds'))
    expect(files).toContain(second)
    expect(files).not.toContain(first)
    expect((await buildsOf(userId)).map(({ id }) => id)).toEqual([second])
  })

  it('is begun again when its process was killed, and no fresher one is', async () => {
    const [killed, fresh] = [await addSubscriber(), await addSubscriber()]
    await requestLoader(db, shopfront, killed)
    await requestLoader(db, shopfront, fresh)
    const { id } = (await buildsOf(killed))[0]!
    await db
      .updateTable('loader_builds')
      .set({ requested_at: new Date(Date.now() - 61_000) })
      .where('id', '=', id)
      .execute()
    await sql`
      update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a dead worker'
      where key = ${`loader ${id}`}`.execute(db)
    await resumeLoaders.run({ db } as Shop, {})
    const { rows } = await sql<{ payload: unknown }>`
      select payload from graphile_worker._private_jobs
      where locked_at is null and attempts < max_attempts
        and payload ->> 'build' in (select id::text from loader_builds where user_id = ${killed})
    `.execute(db)
    expect(rows).toEqual([{ payload: { build: id } }])
    const untouched = await sql<{ revision: number }>`
      select revision from graphile_worker._private_jobs
      where key = ${`loader ${(await buildsOf(fresh))[0]!.id}`}`.execute(db)
    expect(untouched.rows).toEqual([{ revision: 0 }])
  })
})

describe('a release', () => {
  it('makes the loaders of the one before it outdated', async () => {
    const userId = await addSubscriber()
    await requestAndBuild(userId)
    await publish('9.0.0')
    expect(await findLoader(db, shopfront, userId)).toMatchObject({
      status: 'ready',
      outdated: true,
    })
    await requestAndBuild(userId)
    expect(await findLoader(db, shopfront, userId)).toMatchObject({
      version: '9.0.0',
      outdated: false,
    })
  })

  it('is refused under a version that exists, and its file goes', async () => {
    await publish('9.1.0')
    const before = await readdir(join(folder, 'loader/releases'))
    await expect(publish('9.1.0')).rejects.toMatchObject({ status: 409 })
    expect(await readdir(join(folder, 'loader/releases'))).toEqual(before)
    expect(await currentRelease(db)).toMatchObject({ version: '9.1.0' })
  })

  it('whose file is damaged or missing builds nothing', async () => {
    const userId = await addSubscriber()
    await publish('9.2.0')
    const { storage_key } = await db
      .selectFrom('loader_releases')
      .select('storage_key')
      .where('version', '=', '9.2.0')
      .executeTakeFirstOrThrow()
    await storage.put(storage_key, randomBytes(1000), { contentType: 'application/octet-stream' })
    await requestAndBuild(userId)
    expect((await buildsOf(userId)).at(-1)?.error).toContain('9.2.0 is damaged')
    await storage.delete(storage_key)
    await requestAndBuild(userId)
    expect((await buildsOf(userId)).at(-1)?.error).toContain('9.2.0 is missing')
    await publish('9.3.0')
  })
})
