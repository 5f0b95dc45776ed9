import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { build } from './builds.ts'
import { resumeLoaders } from './jobs.ts'
import { findLoader, getDownload, requestLoader } from './loader.ts'
import { verifyStamp } from './stamp.ts'
import { openWorkshop } from './testing/workshop.ts'

const shop = await fileFixture(openWorkshop())

const request = (userId: number) => requestLoader(shop.db, shop.config, userId)
const statusOf = (userId: number) => findLoader(shop.db, shop.config, userId)
const downloadOf = (userId: number) => getDownload(shop.db, shop.config, userId)

async function fileOf(userId: number) {
  const { key } = await downloadOf(userId)
  return buffer((await shop.storage.get(key))!.stream)
}

/** Every job of a build, also those that a dead worker holds. */
async function jobsOf(buildId: string) {
  const { rows } = await sql<{ locked: boolean; revision: number }>`
    select locked_at is not null as locked, revision from graphile_worker._private_jobs
    where payload ->> 'build' = ${buildId} order by id`.execute(shop.db)
  return rows
}

describe('requesting a loader', () => {
  it('needs an active subscription, not one that has ended', async () => {
    const refusal = { status: 403, message: 'An active subscription is required' }
    const userId = await shop.addSubscriber(-60)
    await expect(request(userId)).rejects.toMatchObject(refusal)
    await expect(downloadOf(userId)).rejects.toMatchObject(refusal)
    expect(await statusOf(userId)).toBeNull()
  })

  it('begins one build, and one job with it, however often it is asked at once', async () => {
    const userId = await shop.addSubscriber()
    const answers = await Promise.all(Array.from({ length: 6 }, () => request(userId)))
    for (const answer of answers) expect(answer).toMatchObject({ status: 'building', binary: null })
    const builds = await shop.buildsOf(userId)
    expect(builds).toHaveLength(1)
    expect(await jobsOf(builds[0]!.id)).toHaveLength(1)
  })

  it('leaves no build when its transaction does not commit', async () => {
    const userId = await shop.addSubscriber()
    const failing = shop.db.transaction().execute(async (tx) => {
      await requestLoader(tx, shop.config, userId)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await shop.buildsOf(userId)).toEqual([])
  })
})

describe('a build', () => {
  it('is the current release with a stamp that names its customer', async () => {
    const userId = await shop.addSubscriber()
    const { id } = await shop.requestAndBuild(userId)
    const file = await fileOf(userId)
    const stamp = await verifyStamp([file], shop.loaderKey.publicKey)
    expect(stamp).toMatchObject({ build: id, uid: userId, version: '1.4.2' })
    expect(await statusOf(userId)).toEqual({
      binary: '/api/loader/?download=1',
      version: '1.4.2',
      status: 'ready',
      file_name: 'Loadout-1.4.2.exe',
      size: file.length,
      requested_at: new Date(stamp!.issued_at),
      outdated: false,
    })
  })

  it('may run twice, also at once, and gives the same bytes', async () => {
    const { db, storage, loaderKey } = shop
    const userId = await shop.addSubscriber()
    await request(userId)
    const { id } = (await shop.buildsOf(userId))[0]!
    await Promise.all([1, 2, 3].map(() => build(db, storage, loaderKey, id)))
    const file = await fileOf(userId)
    const rows = await shop.buildsOf(userId)
    await build(db, storage, loaderKey, id)
    expect(await fileOf(userId)).toEqual(file)
    expect(await shop.buildsOf(userId)).toEqual(rows)
  })

  it('that is no longer wanted is no error', async () => {
    await expect(
      build(shop.db, shop.storage, shop.loaderKey, randomUUID()),
    ).resolves.toBeUndefined()
  })

  it('that fails says so, and the next request tries again', async () => {
    const userId = await shop.addSubscriber()
    const read: Readable[] = []
    const full: Storage = {
      ...shop.storage,
      put: () => Promise.reject(new Error('The disk is full')),
      async get(...given) {
        const file = await shop.storage.get(...given)
        if (file) read.push(file.stream)
        return file
      },
    }
    await request(userId)
    const { id } = (await shop.buildsOf(userId))[0]!
    await build(shop.db, full, shop.loaderKey, id)
    expect((await shop.buildsOf(userId))[0]).toMatchObject({ error: 'The disk is full' })
    expect(read.map(({ destroyed }) => destroyed)).toEqual([true])
    expect(await statusOf(userId)).toMatchObject({ status: 'failed', binary: null })
    await expect(downloadOf(userId)).rejects.toMatchObject({ status: 404 })

    expect(await shop.requestAndBuild(userId)).toMatchObject({ status: 'ready' })
    expect(await shop.buildsOf(userId)).toHaveLength(1)
  })

  it('replaces the earlier one, whose file goes', async () => {
    const userId = await shop.addSubscriber()
    const [first, second] = [await shop.requestAndBuild(userId), await shop.requestAndBuild(userId)]
    expect(await shop.storage.stat(first.storage_key!)).toBeNull()
    expect(await shop.storage.stat(second.storage_key!)).toEqual({ size: second.size })
    expect(await shop.buildsOf(userId)).toEqual([second])
  })

  it('is begun again when its process was killed, and no fresher one is', async () => {
    const [killed, fresh] = [await shop.addSubscriber(), await shop.addSubscriber()]
    await request(killed)
    await request(fresh)
    const { id } = (await shop.buildsOf(killed))[0]!
    await shop.db
      .updateTable('loader_builds')
      .set({ requested_at: new Date(Date.now() - 61_000) })
      .where('id', '=', id)
      .execute()
    await sql`
      update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a dead worker'
      where payload ->> 'build' = ${id}`.execute(shop.db)
    await resumeLoaders.run(shop, {})
    expect((await jobsOf(id)).map(({ locked }) => locked)).toEqual([true, false])
    const untouched = await jobsOf((await shop.buildsOf(fresh))[0]!.id)
    expect(untouched).toEqual([{ locked: false, revision: 0 }])
  })
})
