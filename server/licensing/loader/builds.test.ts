import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Channel } from '#contract/licensing/releases.ts'
import { demoProgram } from '#demo/loader/program.ts'
import { publishRelease } from '#demo/loader/release.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { FilesTrouble } from '#server/kernel/network/files-trouble.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { chooseBetas } from '#server/licensing/releases/choice.ts'
import { slotSize } from '#server/licensing/releases/slots.ts'
import { build } from './builds.ts'
import { resumeLoaders } from './jobs.ts'
import { findLoader, getDownload, requestLoader } from './loader.ts'
import { markOf, readMark } from './marks.ts'
import { verifyStamp } from './stamp.ts'
import { openWorkshop } from './testing/workshop.ts'

const shop = await fileFixture(openWorkshop())

const request = (userId: number) => requestLoader(shop.db, shop.storage, shop.config, userId)
const statusOf = (userId: number) => findLoader(shop.db, shop.config, userId)
const downloadOf = (userId: number) => getDownload(shop.db, shop.config, userId)

async function fileOf(userId: number) {
  const { key } = await downloadOf(userId)
  return buffer((await shop.storage.get(key))!.stream)
}

const requestedAgo = (id: string, seconds: number) =>
  shop.db
    .updateTable('loader_builds')
    .set({ requested_at: new Date(Date.now() - seconds * 1000) })
    .where('id', '=', id)
    .execute()

const publish = (version: string, channel: Channel = 'stable') => {
  const bytes = Readable.from([demoProgram(version)])
  return publishRelease(shop.db, shop.storage, { version, bytes, channel })
}

/** Every job of a build, including those that a worker has locked. */
async function jobsOf(buildId: string) {
  const { rows } = await sql<{ locked: boolean; attempts: number; revision: number }>`
    select locked_at is not null as locked, attempts, revision from graphile_worker._private_jobs
    where payload ->> 'build' = ${buildId} order by id`.execute(shop.db)
  return rows
}

describe('requesting a loader', () => {
  it('requires an active subscription', async () => {
    const refusal = { status: 403, code: 'no_subscription' }
    const userId = await shop.addSubscriber(-60)
    await expect(request(userId)).rejects.toMatchObject(refusal)
    await expect(downloadOf(userId)).rejects.toMatchObject(refusal)
    expect(await statusOf(userId)).toBeNull()
  })

  it('starts one build with one job, also in concurrent requests', async () => {
    const userId = await shop.addSubscriber()
    const answers = await Promise.all(Array.from({ length: 6 }, () => request(userId)))
    for (const answer of answers) expect(answer).toMatchObject({ status: 'building', binary: null })
    const builds = await shop.buildsOf(userId)
    expect(builds).toHaveLength(1)
    expect(await jobsOf(builds[0]!.id)).toHaveLength(1)
  })

  it('leaves no build if its transaction fails', async () => {
    const userId = await shop.addSubscriber()
    const failing = shop.db.transaction().execute(async (tx) => {
      await requestLoader(tx, shop.storage, shop.config, userId)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await shop.buildsOf(userId)).toEqual([])
  })
})

describe('a customer has one copy of a release', () => {
  it('however often they request it, also during the first build', async () => {
    const userId = await shop.addSubscriber()
    const first = await shop.requestAndBuild(userId)
    expect(await request(userId)).toMatchObject({ status: 'ready', version: '1.4.2' })
    expect(await shop.buildsOf(userId)).toEqual([first])

    const other = await shop.addSubscriber()
    await request(other)
    const { id } = (await shop.buildsOf(other))[0]!
    const { db, storage, loaderKey, markKey } = shop
    const asking = Array.from({ length: 8 }, async () => {
      for (let n = 0; n < 10; n += 1) await request(other)
    })
    await Promise.all([...asking, build(db, storage, loaderKey, markKey, id)])
    expect(await shop.buildsOf(other)).toHaveLength(1)
  })

  it('also if they join, leave and rejoin the beta', async () => {
    const userId = await shop.addSubscriber()
    const stable = await shop.requestAndBuild(userId)
    await publish('1.4.3-beta.1', 'beta')
    await chooseBetas(shop.db, userId, true)
    const early = await shop.requestAndBuild(userId)
    expect(early.release_id).not.toBe(stable.release_id)
    for (const beta of [false, true, false]) {
      await chooseBetas(shop.db, userId, beta)
      const { build } = await downloadOf(userId)
      expect(build).toBe(beta ? early.id : stable.id)
      expect((await shop.storage.stat(beta ? early.storage_key! : stable.storage_key!))?.size).toBe(
        beta ? early.size : stable.size,
      )
      expect(await request(userId)).toMatchObject({ status: 'ready', outdated: false })
    }
    expect(await shop.buildsOf(userId)).toHaveLength(2)
  })

  it('until its file is lost, which is unknown while the store is unavailable', async () => {
    const userId = await shop.addSubscriber()
    const first = await shop.requestAndBuild(userId)
    const away: Storage = {
      ...shop.storage,
      stat: () => Promise.reject(new FilesTrouble('The store cannot be reached', {})),
    }
    await requestLoader(shop.db, away, shop.config, userId)
    expect(await shop.buildsOf(userId)).toHaveLength(1)
    await shop.storage.delete(first.storage_key!)
    const second = await shop.requestAndBuild(userId)
    expect(second.id).not.toBe(first.id)
    expect(await shop.storage.stat(second.storage_key!)).toEqual({ size: second.size })
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
      withdrawn: false,
      outdated: false,
    })
  })

  it('differs from others of its release in slots and tail alone', async () => {
    const [one, two] = [await shop.addSubscriber(), await shop.addSubscriber()]
    for (const userId of [one, two]) await shop.requestAndBuild(userId)
    const copies = [await fileOf(one), await fileOf(two)]
    const { slots, sha256, size, storage_key } = await shop.db
      .selectFrom('loader_releases')
      .selectAll()
      .where('version', '=', '1.4.2')
      .executeTakeFirstOrThrow()
    const release = await buffer((await shop.storage.get(storage_key))!.stream)
    expect(slots).toHaveLength(4)
    for (const [at, userId] of [one, two].entries()) {
      const { id } = (await shop.buildsOf(userId))[0]!
      for (const [slot, offset] of slots.entries()) {
        const bytes = copies[at]!.subarray(offset, offset + slotSize)
        expect(bytes).toEqual(markOf(shop.markKey!, sha256, id, slot))
        expect(readMark(shop.markKey!, bytes, slot)).toBe(id)
        expect(readMark(shop.markKey!, bytes, slot + 1)).toBeNull()
        release.copy(copies[at]!, offset, offset, offset + slotSize)
      }
      expect(copies[at]!.subarray(0, size)).toEqual(release)
    }
  })

  it('fails if the key of its marks cannot be opened', async () => {
    const userId = await shop.addSubscriber()
    await request(userId)
    const { id } = (await shop.buildsOf(userId))[0]!
    await build(shop.db, shop.storage, shop.loaderKey, null, id)
    expect(await statusOf(userId)).toMatchObject({ status: 'failed', binary: null })
  })

  it('may run twice, also at once, and gives the same bytes', async () => {
    const { db, storage, loaderKey, markKey } = shop
    const userId = await shop.addSubscriber()
    await request(userId)
    const { id } = (await shop.buildsOf(userId))[0]!
    await Promise.all([1, 2, 3].map(() => build(db, storage, loaderKey, markKey, id)))
    const file = await fileOf(userId)
    const rows = await shop.buildsOf(userId)
    await build(db, storage, loaderKey, markKey, id)
    expect(await fileOf(userId)).toEqual(file)
    expect(await shop.buildsOf(userId)).toEqual(rows)
  })

  it('is skipped without an error if no longer wanted', async () => {
    await expect(
      build(shop.db, shop.storage, shop.loaderKey, shop.markKey, randomUUID()),
    ).resolves.toBeUndefined()
  })

  it('that fails reports it, and the next request retries', async () => {
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
    await build(shop.db, full, shop.loaderKey, shop.markKey, id)
    expect((await shop.buildsOf(userId))[0]).toMatchObject({ error: 'The disk is full' })
    expect(read.map(({ destroyed }) => destroyed)).toEqual([true])
    expect(await statusOf(userId)).toMatchObject({ status: 'failed', binary: null })
    await expect(downloadOf(userId)).rejects.toMatchObject({ status: 404 })

    expect(await shop.requestAndBuild(userId)).toMatchObject({ status: 'ready' })
    expect(await shop.buildsOf(userId)).toHaveLength(1)
  })

  it('that failed leaves no file, even if the store had stored it unreported', async () => {
    const userId = await shop.addSubscriber()
    const silent: Storage = {
      ...shop.storage,
      async put(...given) {
        await shop.storage.put(...given)
        throw new Error('No answer')
      },
    }
    await request(userId)
    const { id } = (await shop.buildsOf(userId))[0]!
    await build(shop.db, silent, shop.loaderKey, shop.markKey, id)
    expect(await statusOf(userId)).toMatchObject({ status: 'failed' })
    expect(await shop.requestAndBuild(userId)).toMatchObject({ status: 'ready' })
    expect(await shop.storage.stat(`loader/builds/${id}`)).toBeNull()
  })

  it('replaces the earlier one, whose file is deleted and whose row stays', async () => {
    const userId = await shop.addSubscriber()
    const first = await shop.requestAndBuild(userId)
    await publish('1.4.3')
    const second = await shop.requestAndBuild(userId)
    expect(await shop.storage.stat(first.storage_key!)).toBeNull()
    expect(await shop.storage.stat(second.storage_key!)).toEqual({ size: second.size })
    const kept = { ...first, discarded_at: expect.any(Date) }
    expect(await shop.buildsOf(userId)).toEqual([kept, second])
  })

  it('restarts if its job is missing, not if it is slow or new', async () => {
    const begin = async (seconds: number) => {
      const userId = await shop.addSubscriber()
      await request(userId)
      const { id } = (await shop.buildsOf(userId))[0]!
      await requestedAgo(id, seconds)
      return id
    }
    const [gone, givenUp, slow, fresh] = [
      await begin(61),
      await begin(61),
      await begin(600),
      await begin(0),
    ]
    const jobs = sql`graphile_worker._private_jobs`
    await sql`delete from ${jobs} where payload ->> 'build' in (${gone}, ${fresh})`.execute(shop.db)
    await sql`update ${jobs} set attempts = max_attempts where payload ->> 'build' = ${givenUp}`.execute(
      shop.db,
    )
    await sql`update ${jobs} set locked_at = now(), locked_by = 'a slow worker', attempts = 1
               where payload ->> 'build' = ${slow}`.execute(shop.db)
    await resumeLoaders.run(shop, {})
    expect(await jobsOf(gone)).toMatchObject([{ locked: false }])
    expect((await jobsOf(givenUp)).at(-1)).toMatchObject({ locked: false, attempts: 0 })
    expect(await jobsOf(slow)).toMatchObject([{ locked: true }])
    expect(await jobsOf(fresh)).toEqual([])
  })

  it('waits for an unavailable store, and fails if that takes too long', async () => {
    const userId = await shop.addSubscriber()
    const away: Storage = {
      ...shop.storage,
      get: () => Promise.reject(new FilesTrouble('The store cannot be reached', {})),
    }
    await request(userId)
    const { id } = (await shop.buildsOf(userId))[0]!
    const attempt = (storage: Storage) => build(shop.db, storage, shop.loaderKey, shop.markKey, id)
    await expect(attempt(away)).rejects.toThrow('The store cannot be reached')
    expect(await statusOf(userId)).toMatchObject({ status: 'building' })
    await requestedAgo(id, 601)
    await attempt(away)
    expect((await shop.buildsOf(userId))[0]).toMatchObject({
      status: 'failed',
      error: 'The store cannot be reached',
    })
    expect(await shop.requestAndBuild(userId)).toMatchObject({ status: 'ready' })
  })
})
