import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { publishRelease } from '#demo/loader/release.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { listPromoted } from '#server/licensing/releases/promoted.ts'
import { findLoader } from './loader.ts'
import { openWorkshop } from './testing/workshop.ts'

const shop = await fileFixture(openWorkshop())

function publish(version: string, storage = shop.storage) {
  async function* bytes() {
    yield randomBytes(1000)
  }
  return publishRelease(shop.db, storage, { version, bytes: bytes() })
}

describe('a release', () => {
  it('makes the loaders of the one before it outdated', async () => {
    const { db, config } = shop
    const userId = await shop.addSubscriber()
    await shop.requestAndBuild(userId)
    await publish('9.0.0')
    expect(await findLoader(db, config, userId)).toMatchObject({ status: 'ready', outdated: true })
    await shop.requestAndBuild(userId)
    expect(await findLoader(db, config, userId)).toMatchObject({
      version: '9.0.0',
      outdated: false,
    })
  })

  it('is refused under a version that exists, and its file is deleted', async () => {
    await publish('9.1.0')
    const written: string[] = []
    const watched = {
      ...shop.storage,
      put: (...given: Parameters<typeof shop.storage.put>) => {
        written.push(given[0])
        return shop.storage.put(...given)
      },
    }
    await expect(publish('9.1.0', watched)).rejects.toMatchObject({ status: 409 })
    expect(written).toHaveLength(1)
    expect(await shop.storage.stat(written[0]!)).toBeNull()
    expect(await listPromoted(shop.db, null)).toMatchObject([{ version: '9.1.0' }])
  })

  it('keeps its file if the outcome of its commit is unknown', async () => {
    async function* bytes() {
      yield randomBytes(1000)
    }
    const broken = publishRelease(shop.db, shop.storage, {
      version: '9.1.5',
      bytes: bytes(),
      with: async (tx) => {
        await sql`commit`.execute(tx)
        throw new Error('Connection terminated unexpectedly')
      },
    })
    await expect(broken).rejects.toThrow('Connection terminated')
    const { storage_key } = await shop.db
      .selectFrom('loader_releases')
      .select('storage_key')
      .where('version', '=', '9.1.5')
      .executeTakeFirstOrThrow()
    expect(await shop.storage.stat(storage_key)).toEqual({ size: 1000 })
  })

  it('with a damaged or missing file builds nothing', async () => {
    const userId = await shop.addSubscriber()
    await publish('9.2.0')
    const { storage_key } = await shop.db
      .selectFrom('loader_releases')
      .select('storage_key')
      .where('version', '=', '9.2.0')
      .executeTakeFirstOrThrow()
    const binary = { contentType: 'application/octet-stream' }
    await shop.storage.put(storage_key, randomBytes(1000), binary)
    expect(await shop.requestAndBuild(userId)).toMatchObject({
      status: 'failed',
      error: 'Release 9.2.0 is damaged: its SHA-256 is not the recorded one',
    })
    await shop.storage.delete(storage_key)
    expect(await shop.requestAndBuild(userId)).toMatchObject({
      status: 'failed',
      error: 'The file of release 9.2.0 is missing',
    })
  })
})
