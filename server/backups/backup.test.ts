import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { seedDemoRelease } from '#demo/loader/release.ts'
import { demoPosts } from '#demo/posts.ts'
import { demoProducts } from '#demo/products.ts'
import { furnish } from '#demo/seed/demo.ts'
import { storePictures } from '#demo/seed/pictures.ts'
import { openFileStorage } from '#server/adapters/storage/files.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { startS3Store } from '#server/adapters/storage/testing/s3-store.ts'
import { transaction } from '#server/kernel/database.ts'
import { migrate } from '#server/kernel/migrate.ts'
import { createBareDatabase, createTestDatabase } from '#server/kernel/testing/database.ts'
import { openDatabaseProxy } from '#server/kernel/testing/database-proxy.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/payments/testing/counter.ts'
import { backUp, type Source } from './back-up.ts'
import { listBackups, openPlace } from './place.ts'
import { restore } from './restore.ts'
import { hashFiles, hashTables } from './testing/compare.ts'

const s3 = await fileFixture(startS3Store())
const shop = await fileFixture(openCounter())
const root = await mkdtemp(path.join(tmpdir(), 'loadout-backup-'))
afterAll(() => rm(root, { recursive: true, force: true }))
const source: Source = {
  databaseUrl: shop.databaseUrl,
  storage: shop.shop.storage,
  dataDir: shop.dataDir,
}

beforeAll(async () => {
  const { db, shop: running } = shop
  const slugs = demoProducts.map(({ slug }) => slug)
  const keys = demoPosts.map(({ key }) => key)
  const covers = await storePictures(db, running.storage, 'cover', slugs.slice(0, 2))
  const inTurn = (names: string[]) =>
    new Map(names.map((name, n) => [name, [...covers.values()][n % 2]!]))
  await transaction(db, (tx) => furnish(tx, inTurn(slugs), inTurn(keys)))
  await seedDemoRelease(db, running.storage)
}, 120_000)

/** Age's own work costs seconds, so one backup is enough to try that. */
const light = 10

const newFolder = () => mkdtemp(path.join(root, 'place-'))

async function emptyShop(storage?: Storage) {
  const { url, drop } = await createBareDatabase()
  afterAll(drop)
  const dataDir = await newFolder()
  const files = storage ?? (await openFileStorage(path.join(dataDir, 'files')))
  return { databaseUrl: url, storage: files, dataDir }
}

/** Customers order until the work is done. */
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

// What seals and what stores know nothing of each other: each with and without the other is enough.
test.each([
  { to: 'a folder, encrypted', passphrase: 'correct horse battery', bucket: false },
  { to: 'a bucket, as it is', passphrase: undefined, bucket: true },
])(
  'a furnished shop comes back from $to, each table and file, while orders are placed',
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
    // It goes on: ids follow those that were given, and what must hold holds.
    const client = new pg.Client(target.databaseUrl)
    await client.connect()
    await client.query(`insert into logs (type, level, message) values ('test', 0, 'It goes on')`)
    await expect(client.query('delete from logs')).rejects.toThrow()
    await expect(client.query('truncate months.logs_rest')).rejects.toThrow()
    await expect(
      client.query(`insert into order_items (order_id) values (gen_random_uuid())`),
    ).rejects.toThrow()
    await client.end()
    expect(await migrate(target.databaseUrl)).toEqual([])
  },
  120_000,
)

test('what is encrypted says nothing of the shop', async () => {
  const place = await newFolder()
  const { name } = await backUp(source, await openPlace(place), {
    passphrase: 'only for us',
    work: light,
  })
  const files = await readdir(path.join(place, name), { recursive: true, withFileTypes: true })
  for (const file of files) {
    if (!file.isFile()) continue
    const bytes = await readFile(path.join(file.parentPath, file.name))
    expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  }
})

test('of two backups at once one is made, and one says why not', async () => {
  const place = await openPlace(await newFolder())
  const both = await Promise.allSettled([backUp(source, place), backUp(source, place)])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  expect(refused.reason.message).toBe('A backup of this shop is being made already.')
})

test('one that is begun within the second of another leaves that as it is', async () => {
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

const from = async (place: string, passphrase?: string) => ({
  storage: await openPlace(place, { mustExist: true }),
  shown: place,
  passphrase,
})

async function nothingIn(target: Source) {
  expect(await target.storage.list('', { limit: 1 })).toEqual([])
  expect(await hashTables(target.databaseUrl)).toEqual({})
}

test('a backup that was interrupted is none', async () => {
  const place = await newFolder()
  const storage = await openPlace(place)
  /** After so many writes. */
  const interrupted = (writes: number, then: Partial<Storage> = {}): Storage => ({
    ...storage,
    put: (...given) => {
      writes -= 1
      if (writes < 0) throw new Error('The disk went away')
      return storage.put(...given)
    },
    ...then,
  })
  const left = async () => (await storage.list('', { limit: 100 })).length
  await expect(backUp(source, interrupted(20))).rejects.toThrow('The disk went away')
  expect(await left(), 'it stands in nobody’s way').toBe(0)
  // As when its process is killed.
  const gone = { delete: () => Promise.reject(new Error('Gone')) }
  await expect(backUp(source, interrupted(20, gone))).rejects.toThrow('The disk went away')
  expect(await left()).toBe(20)
  const target = await emptyShop()
  await expect(restore(await from(place), target)).rejects.toThrow('no manifest is there')
  await expect(openPlace(path.join(root, 'nowhere'), { mustExist: true })).rejects.toThrow(
    'There is no backup in',
  )
  await nothingIn(target)
  await expect(backUp(source, interrupted(0), { tidy: true })).rejects.toThrow()
  expect(await left(), 'it goes before the next one begins').toBe(0)
})

test('a database that breaks off ends it with an error, and nothing is left', async () => {
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

test('a place that is not empty is left as it is', async () => {
  const place = await newFolder()
  await backUp(source, await openPlace(place))
  const furnished = await createTestDatabase()
  afterAll(furnished.drop)
  const target = await emptyShop()
  const refused = (other: Partial<Source>) =>
    expect(from(place).then((it) => restore(it, { ...target, ...other }))).rejects
  await refused({ databaseUrl: furnished.url }).toThrow('the database has tables')
  await refused({ dataDir: shop.dataDir }).toThrow('keys are in')
  await target.storage.put('images/x', Buffer.from('x'), { contentType: 'text/plain' })
  await refused({}).toThrow('files are there')
  expect(await hashTables(target.databaseUrl)).toEqual({})
})

test('a wrong passphrase, none, a changed byte, a missing table and a newer version are refused', async () => {
  const place = await newFolder()
  const storage = await openPlace(place)
  const sealed = await newFolder()
  const encrypted = await backUp(source, await openPlace(sealed), {
    passphrase: 'right',
    work: light,
  })
  const { name } = await backUp(source, storage)
  const target = await emptyShop()
  const refused = async (where: string, passphrase?: string) =>
    expect(from(where, passphrase).then((it) => restore(it, target))).rejects
  await (await refused(sealed, 'wrong')).toThrow('BACKUP_PASSPHRASE does not open this backup')
  await (await refused(sealed)).toThrow('This backup is encrypted: set BACKUP_PASSPHRASE')
  // A manifest in plain text beside the encrypted one, as somebody puts there who may only write.
  const forged = Buffer.from('{}')
  await (await openPlace(sealed)).put(`${encrypted.name}/manifest.json`, forged, {
    contentType: 'application/json',
  })
  await (await refused(sealed, 'right')).toThrow('is not encrypted, and BACKUP_PASSPHRASE is set')

  const read = async (key: string) => buffer((await storage.get(`${name}/${key}`))!.stream)
  const write = (key: string, bytes: Buffer) =>
    storage.put(`${name}/${key}`, Readable.from([bytes]), { contentType: 'text/plain' })
  const table = await read('tables/public.users.zst')
  const changed = Buffer.from(table)
  changed[table.length - 1]! ^= 1
  await write('tables/public.users.zst', changed)
  await (await refused(place)).toThrow(
    'The backup is damaged: tables/public.users.zst is not what was written',
  )
  await storage.delete(`${name}/tables/public.users.zst`)
  await (await refused(place)).toThrow(
    'The backup is not whole: tables/public.users.zst is missing',
  )
  await write('tables/public.users.zst', table)

  const manifest = JSON.parse((await read('manifest.json')).toString())
  const later = { name: '9999_later.sql', checksum: 'x' }
  const newer = { ...manifest, migrations: [...manifest.migrations, later] }
  await write('manifest.json', Buffer.from(JSON.stringify(newer)))
  await (await refused(place)).toThrow('was made by a newer version of the shop')
  await write('manifest.json', Buffer.from('{'))
  await (await refused(place)).toThrow('The manifest of this backup is damaged')
  await nothingIn(target)
}, 60_000)

test('a backup of some versions ago is restored, and brought up to date', async () => {
  const old = await createBareDatabase()
  afterAll(old.drop)
  await migrate(old.url, undefined, '0016_opening.sql')
  const client = new pg.Client(old.url)
  await client.connect()
  await client.query(`update settings set shop_name = 'Before'`)
  const place = await newFolder()
  const storage = await openFileStorage(await newFolder())
  await backUp(
    { databaseUrl: old.url, storage, dataDir: await newFolder() },
    await openPlace(place),
  )
  const target = await emptyShop()
  await restore(await from(place), target)
  expect((await migrate(target.databaseUrl))[0]).toBe('0017_services.sql')
  const again = new pg.Client(target.databaseUrl)
  await again.connect()
  expect((await again.query('select shop_name from settings')).rows).toEqual([
    { shop_name: 'Before' },
  ])
  await client.end()
  await again.end()
})
