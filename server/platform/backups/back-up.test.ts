import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { seedDemoRelease } from '#demo/loader/release.ts'
import { demoPosts } from '#demo/posts.ts'
import { demoProducts } from '#demo/products.ts'
import { furnish } from '#demo/seed/demo.ts'
import { storePictures } from '#demo/seed/pictures.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { startS3Store } from '#server/adapters/storage/testing/s3-store.ts'
import { transaction } from '#server/kernel/database/database.ts'
import { migrate } from '#server/kernel/migrations/migrate.ts'
import { openDatabaseProxy } from '#server/kernel/testing/database-proxy.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { backUp } from './back-up.ts'
import { listBackups, openPlace } from './place.ts'
import { restore } from './restore.ts'
import { hashFiles, hashTables } from './testing/compare.ts'
import { lightWork, openPlaces, sourceOf } from './testing/places.ts'

const s3 = await fileFixture(startS3Store())
const shop = await fileFixture(openCounter())
const { newFolder, emptyShop } = await fileFixture(openPlaces())
const source = sourceOf(shop)

beforeAll(async () => {
  const { db, shop: running } = shop
  const slugs = demoProducts.map(({ slug }) => slug)
  const keys = demoPosts.map(({ key }) => key)
  const covers = await storePictures(db, running.storage, 'cover', slugs.slice(0, 2))
  const inTurn = (names: string[]) =>
    new Map(names.map((name, n) => [name, [...covers.values()][n % 2]!]))
  await transaction(db, (tx) => furnish(tx, inTurn(slugs), inTurn(keys)))
  await seedDemoRelease(db, running.storage)
})

async function whileOrdersArePlaced<T>(work: () => Promise<T>): Promise<T> {
  const product = (await shop.db.selectFrom('products').select('id').executeTakeFirstOrThrow()).id
  let busy = true
  const buyers = Array.from({ length: 3 }, async () => {
    for (let n = 0; busy && n < 200; n += 1) {
      const { cookie } = await shop.customer()
      const { status } = await shop.buyByCrypto(cookie, [{ id: product, term_length: 12 }])
      expect([status < 300, status]).toEqual([true, status])
    }
  })
  const done = await work().finally(() => {
    busy = false
  })
  await Promise.all(buyers)
  return done
}

const countOrders = async (url: string) => {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ orders: number; without: number }>(
    `select count(*)::int as orders, (count(*) filter (where not exists (
       select from order_items where order_id = orders.id)))::int as without from orders`,
  )
  await client.end()
  return rows[0]!
}

// Encryption and storage are independent, so each is tested once with and once without.
test.each([
  { to: 'a folder, encrypted', passphrase: 'correct horse battery', bucket: false },
  { to: 'a bucket, as it is', passphrase: undefined, bucket: true },
])(
  'restores a shop from $to with every table and file while orders are placed',
  async ({ passphrase, bucket }) => {
    const place = bucket ? `${(await s3.addBucket()).replace('?', '/backups?')}` : await newFolder()
    const storage = await openPlace(place)
    const before = await countOrders(shop.databaseUrl)
    let atMoment: Record<string, string> = {}
    const made = await whileOrdersArePlaced(async () => {
      const result = await backUp(source, storage, {
        passphrase,
        onMoment: async (snapshot) => {
          atMoment = await hashTables(shop.databaseUrl, snapshot)
        },
      })
      return result
    })
    expect(made.tables).toBe(Object.keys(atMoment).length)
    expect(await listBackups(storage)).toEqual([made.name])

    const target = await emptyShop()
    const found = await openPlace(place, { mustExist: true })
    const restored = await restore({ storage: found, shown: place, passphrase }, target)
    expect(restored).toMatchObject({ tables: made.tables, rows: made.rows, leftOut: [] })
    expect(await hashTables(target.databaseUrl)).toEqual(atMoment)
    expect(Object.keys(await hashFiles(target.storage)).length).toBeGreaterThan(10)
    expect(await hashFiles(target.storage)).toEqual(await hashFiles(shop.shop.storage))
    const keys = await readdir(path.join(shop.dataDir, 'keys'))
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys) {
      const read = (folder: string) => readFile(path.join(folder, 'keys', key), 'utf8')
      expect(await read(target.dataDir)).toBe(await read(shop.dataDir))
    }
    const [there, now] = [
      await countOrders(target.databaseUrl),
      await countOrders(shop.databaseUrl),
    ]
    expect(there.without).toBe(before.without)
    expect([before.orders <= there.orders, there.orders < now.orders]).toEqual([true, true])
    // The restored shop works: ids continue after the existing ones, and constraints still apply.
    const client = new pg.Client(target.databaseUrl)
    await client.connect()
    await client.query(`insert into logs (type, level, message) values ('test', 0, 'It continues')`)
    await expect(client.query('delete from logs')).rejects.toThrow()
    await expect(client.query('truncate months.logs_rest')).rejects.toThrow()
    await expect(
      client.query(`insert into order_items (order_id) values (gen_random_uuid())`),
    ).rejects.toThrow()
    await client.end()
    expect(await migrate(target.databaseUrl)).toEqual([])
  },
)

test('an encrypted backup reveals nothing about the shop', async () => {
  const place = await newFolder()
  const { name } = await backUp(source, await openPlace(place), {
    passphrase: 'only for us',
    work: lightWork,
  })
  const files = await readdir(path.join(place, name), { recursive: true, withFileTypes: true })
  for (const file of files) {
    if (!file.isFile()) continue
    const bytes = await readFile(path.join(file.parentPath, file.name))
    expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  }
})

test('one of two concurrent backups is made, and the other says why not', async () => {
  const place = await openPlace(await newFolder())
  const both = await Promise.allSettled([backUp(source, place), backUp(source, place)])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  expect(refused.reason.message).toBe('A backup of this shop is already running.')
})

test('a backup started within the second of another leaves that one as it is', async () => {
  const place = await openPlace(await newFolder())
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:03:45.100Z') })
  try {
    const one = await backUp(source, place)
    const next = await backUp(source, place)
    expect([one.name, next.name]).toEqual(['20261122t120345z', '20261122t120346z'])
    expect(await listBackups(place)).toEqual([one.name, next.name])
  } finally {
    vi.useRealTimers()
  }
})

test('unreadable keys fail the backup', async () => {
  const place = await openPlace(await newFolder())
  const dataDir = await newFolder()
  await writeFile(path.join(dataDir, 'keys'), 'no folder')
  await expect(backUp({ ...source, dataDir }, place)).rejects.toThrow(
    /^The keys in .* cannot be read \(ENOTDIR\)/,
  )
  expect(await place.list('', { limit: 1 })).toEqual([])
})

test('a lost database connection fails the backup, and nothing is left', async () => {
  const storage = await openPlace(await newFolder())
  const proxy = await openDatabaseProxy(source.databaseUrl)
  afterAll(proxy.close)
  for (const at of [1, 5, 30]) {
    let writes = 0
    const cutting: Storage = {
      ...storage,
      put: (...given) => {
        writes += 1
        if (writes === at) proxy.cut()
        return storage.put(...given)
      },
    }
    await expect(backUp({ ...source, databaseUrl: proxy.url }, cutting)).rejects.toThrow()
    expect(await storage.list('', { limit: 1 })).toEqual([])
  }
})

test('a place that fails in the middle of a large table fails the backup with its error', async () => {
  const storage = await openPlace(await newFolder())
  await sql`create table large as
    select repeat(md5(n::text), 32) as words from generate_series(1, 40000) as n`.execute(shop.db)
  try {
    const full: Storage = {
      ...storage,
      put: async (key, bytes, ...given) => {
        if (!key.includes('.large.') || bytes instanceof Buffer)
          return storage.put(key, bytes, ...given)
        for await (const _ of bytes) throw new Error('No space is left')
      },
    }
    await expect(backUp(source, full)).rejects.toThrow('No space is left')
  } finally {
    await sql`drop table large`.execute(shop.db)
  }
  expect(await storage.list('', { limit: 1 })).toEqual([])
  // The locks end with the connection, so the next backup can start.
  await vi.waitFor(() => backUp(source, storage), { timeout: 60_000 })
})

test('an unresponsive database does not delay the end of a backup whose files fail', async () => {
  const storage = await openPlace(await newFolder())
  const proxy = await openDatabaseProxy(source.databaseUrl)
  afterAll(proxy.close)
  const away: Storage = {
    ...source.storage,
    list: async () => {
      proxy.freeze()
      throw new Error('The files are away')
    },
  }
  const frozen = { ...source, databaseUrl: proxy.url, storage: away }
  await expect(backUp(frozen, storage)).rejects.toThrow('The files are away')
})
