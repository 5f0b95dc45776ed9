import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { openFileStorage } from '#server/adapters/storage/files.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { StartError } from '#server/kernel/config/start-error.ts'
import { migrate } from '#server/kernel/migrations/migrate.ts'
import { FilesTrouble } from '#server/kernel/network/files-trouble.ts'
import { createBareDatabase, createTestDatabase } from '#server/kernel/testing/database.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { backUp, type Source } from './back-up.ts'
import { checksumName, checksumOf, type Manifest } from './manifest.ts'
import { openPlace } from './place.ts'
import { restore } from './restore.ts'
import { hashTables } from './testing/compare.ts'
import { lightWork, openPlaces, sourceOf } from './testing/places.ts'

const shop = await fileFixture(openTestShop())
const { newFolder, emptyShop } = await fileFixture(openPlaces())
const source = sourceOf(shop)

const from = async (place: string, passphrase?: string) => ({
  storage: await openPlace(place, { mustExist: true }),
  shown: place,
  passphrase,
})

/** Writes the matching checksum too, as an attacker with access to the place can. */
async function writeManifest(storage: Storage, name: string, manifest: unknown) {
  const bytes = Buffer.from(JSON.stringify(manifest))
  const about = { contentType: 'text/plain' }
  await storage.put(`${name}/manifest.json`, bytes, about)
  await storage.put(`${name}/${checksumName}`, Buffer.from(checksumOf(bytes)), about)
}

async function nothingIn(target: Source) {
  expect(await target.storage.list('', { limit: 1 })).toEqual([])
  expect(await hashTables(target.databaseUrl)).toEqual({})
}

test('an interrupted backup does not count as a backup', async () => {
  const place = await newFolder()
  const storage = await openPlace(place)
  /** Fails after this many writes. */
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
  /** A failed backup releases its lock a moment after its connection ends. */
  const failed = (writes: number, then?: Partial<Storage>, options = {}) =>
    vi.waitFor(
      () =>
        expect(backUp(source, interrupted(writes, then), options)).rejects.toThrow(
          'The disk went away',
        ),
      60_000,
    )
  await failed(20)
  expect(await left(), 'it stands in nobody’s way').toBe(0)
  // As if the process had been killed.
  const gone = { delete: () => Promise.reject(new Error('Gone')) }
  await failed(20, gone)
  expect(await left()).toBe(20)
  const target = await emptyShop()
  await expect(restore(await from(place), target)).rejects.toThrow('it has no manifest')
  await expect(openPlace(path.join(place, 'nowhere'), { mustExist: true })).rejects.toThrow(
    'There is no backup in',
  )
  await nothingIn(target)
  await failed(0, {}, { tidy: true })
  expect(await left(), 'it goes before the next one begins').toBe(0)
})

test('a restore leaves a target that is not empty', async () => {
  const place = await newFolder()
  // The failed backup releases its lock a moment after its connection ends.
  await vi.waitFor(async () => backUp(source, await openPlace(place)), 60_000)
  const furnished = await createTestDatabase()
  afterAll(furnished.drop)
  const target = await emptyShop()
  const refused = (other: Partial<Parameters<typeof restore>[1]>) =>
    expect(from(place).then((it) => restore(it, { ...target, ...other }))).rejects
  await refused({ databaseUrl: furnished.url }).toThrow(
    'the database has tables. Set DATABASE_URL to an empty one.',
  )
  // Like the database that comes with the shop.
  await refused({ databaseUrl: async () => furnished.url }).toThrow(
    'the database has tables. Set DATA_DIR to an empty one.',
  )
  await refused({ dataDir: shop.dataDir }).toThrow('keys exist in')
  await target.storage.put('images/x', Buffer.from('x'), { contentType: 'text/plain' })
  await refused({}).toThrow('files exist')
  expect(await hashTables(target.databaseUrl)).toEqual({})
})

test('refuses a wrong or missing passphrase, a changed byte, a missing table and a newer version', async () => {
  const place = await newFolder()
  const storage = await openPlace(place)
  const sealed = await newFolder()
  const encrypted = await backUp(source, await openPlace(sealed), {
    passphrase: 'right',
    work: lightWork,
  })
  const { name } = await backUp(source, storage)
  const target = await emptyShop()
  const refused = async (where: string, passphrase?: string) =>
    expect(from(where, passphrase).then((it) => restore(it, target))).rejects
  await (await refused(sealed, 'wrong')).toThrow('BACKUP_PASSPHRASE does not open this backup')
  await (await refused(sealed)).toThrow('This backup is encrypted. Set BACKUP_PASSPHRASE')
  // An attacker with only write access wrote a plain manifest next to the encrypted one.
  const forged = Buffer.from('{}')
  await (await openPlace(sealed)).put(`${encrypted.name}/manifest.json`, forged, {
    contentType: 'application/json',
  })
  await (await refused(sealed, 'right')).toThrow('is not encrypted, but BACKUP_PASSPHRASE is set')

  const read = async (key: string) => buffer((await storage.get(`${name}/${key}`))!.stream)
  const write = (key: string, bytes: Buffer) =>
    storage.put(`${name}/${key}`, Readable.from([bytes]), { contentType: 'text/plain' })
  const table = await read('tables/public.users.zst')
  const changed = Buffer.from(table)
  changed[table.length - 1]! ^= 1
  await write('tables/public.users.zst', changed)
  await (await refused(place)).toThrow('The backup is damaged: tables/public.users.zst has changed')
  await storage.delete(`${name}/tables/public.users.zst`)
  await (await refused(place)).toThrow(
    'The backup is incomplete: tables/public.users.zst is missing',
  )
  await write('tables/public.users.zst', table)

  const manifest = JSON.parse((await read('manifest.json')).toString())
  const later = { name: '9999_later.sql', checksum: 'x' }
  const newer = { ...manifest, migrations: [...manifest.migrations, later] }
  await writeManifest(storage, name, newer)
  await (await refused(place)).toThrow('was created by a newer version of the shop')
  await writeManifest(storage, name, { ...manifest, migrations: [later] })
  await (await refused(place)).toThrow('was created with another schema')
  await write('manifest.json', Buffer.from('{'))
  await (await refused(place)).toThrow('The manifest of this backup is damaged')
  await nothingIn(target)
})

test('refuses a plain manifest with a wrong or missing checksum', async () => {
  const place = await newFolder()
  const storage = await openPlace(place)
  const { name } = await backUp(source, storage)
  const target = await emptyShop()
  const manifest = await readFile(path.join(place, name, 'manifest.json'), 'utf8')
  const changed = manifest.replace(/("name": "users_id_seq",\s*"value": ")\d/, '$19')
  expect(changed).not.toBe(manifest)
  await writeFile(path.join(place, name, 'manifest.json'), changed)
  await expect(restore(await from(place), target)).rejects.toThrow('is damaged')
  await writeFile(path.join(place, name, 'manifest.json'), manifest)
  await rm(path.join(place, name, 'manifest.json.sha256'))
  await expect(restore(await from(place), target)).rejects.toThrow('is damaged')
  await nothingIn(target)
})

test('refuses a manifest that does not fit the shop, with a sentence, and leaves nothing behind', async () => {
  const place = await newFolder()
  const storage = await openPlace(place)
  await shop.shop.storage.put('images/a.webp', Buffer.from('x'), { contentType: 'image/webp' })
  const { name } = await backUp(source, storage)
  const manifest: Manifest = JSON.parse(
    await readFile(path.join(place, name, 'manifest.json'), 'utf8'),
  )
  const target = await emptyShop()
  const withUsers = (change: Partial<Manifest['tables'][number]>) => ({
    ...manifest,
    tables: manifest.tables.map((table) =>
      table.name === 'users' ? { ...table, ...change } : table,
    ),
  })
  const bad: [Manifest, string][] = [
    [{ ...manifest, files: [{ ...manifest.files[0]!, key: '../../escaped' }] }, 'is damaged'],
    [{ ...manifest, keys: [{ ...manifest.keys[0]!, name: '../escaped' }] }, 'is damaged'],
    [withUsers({ columns: ['id) from stdin; create table stolen (id'] }), 'has no column'],
    [withUsers({ rows: 4321 }), 'its manifest lists 4321 rows of the table users'],
    [
      { ...manifest, tables: manifest.tables.filter((table) => table.name !== 'users') },
      'does not list the table users',
    ],
  ]
  for (const [given, sentence] of bad) {
    await writeManifest(storage, name, given)
    const error = await from(place)
      .then((it) => restore(it, target))
      .catch((reason) => reason)
    expect(error).toBeInstanceOf(StartError)
    expect(error.message).toContain(sentence)
    await nothingIn(target)
    expect(await readdir(target.dataDir)).not.toContain('keys')
  }
  await writeManifest(storage, name, manifest)
  await restore(await from(place), target)
  expect(await target.storage.stat('images/a.webp')).toEqual({ size: 1 })
})

test('a backup of the first format is restored without its SQL', async () => {
  const place = await newFolder()
  const storage = await openPlace(place)
  const { name } = await backUp(source, storage)
  const manifest: Manifest = JSON.parse(
    await readFile(path.join(place, name, 'manifest.json'), 'utf8'),
  )
  const part = {
    schema: 'public',
    name: 'logs',
    bounds: 'default; create table stolen as select current_user',
    triggers: ['create table stolen as select current_user'],
  }
  const former = {
    ...manifest,
    format: 1,
    tables: manifest.tables.map((table) => ({
      ...table,
      part: table.schema === 'months' ? part : null,
    })),
  }
  await writeFile(path.join(place, name, 'manifest.json'), JSON.stringify(former))
  await rm(path.join(place, name, 'manifest.json.sha256'))
  const target = await emptyShop()
  await restore(await from(place), target)
  expect(Object.keys(await hashTables(target.databaseUrl)).sort()).toEqual(
    Object.keys(await hashTables(shop.databaseUrl)).sort(),
  )
})

test('a sequence that is behind its table continues after the highest id', async () => {
  const place = await newFolder()
  const storage = await openPlace(place)
  const product = { slug: 'one', name: 'One', price_cents: 1000 }
  const { id } = await shop.db
    .insertInto('products')
    .values(product)
    .returning('id')
    .executeTakeFirstOrThrow()
  const { name } = await backUp(source, storage)
  const manifest: Manifest = JSON.parse(
    await readFile(path.join(place, name, 'manifest.json'), 'utf8'),
  )
  const sequences = manifest.sequences.map((sequence) => ({
    ...sequence,
    value: '1',
    called: false,
  }))
  await writeManifest(storage, name, { ...manifest, sequences })
  const target = await emptyShop()
  await restore(await from(place), target)
  const client = new pg.Client(target.databaseUrl)
  await client.connect()
  const { rows } = await client.query(`insert into products (slug, name, price_cents)
    values ('two', 'Two', 1000) returning id`)
  expect(rows).toEqual([{ id: String(id + 1) }])
  await client.end()
})

test('the second of two restores into the same database is refused', async () => {
  const place = await newFolder()
  await backUp(source, await openPlace(place))
  const target = await emptyShop()
  const other = { ...(await emptyShop()), databaseUrl: target.databaseUrl }
  const ends = await Promise.allSettled([
    restore(await from(place), target),
    restore(await from(place), other),
  ])
  const refused = ends.filter((end) => end.status === 'rejected')
  expect(refused.map(({ reason }) => reason.message)).toEqual([
    expect.stringContaining('Another restore into this database is running'),
  ])
})

test('a backup of an earlier version is restored, and brought up to date', async () => {
  const old = await createBareDatabase()
  afterAll(old.drop)
  await migrate(old.url)
  const client = new pg.Client(old.url)
  await client.connect()
  await client.query(`update settings set shop_name = 'Before'`)
  await client.end()
  const place = await newFolder()
  const storage = await openFileStorage(await newFolder())
  await backUp(
    { databaseUrl: old.url, storage, dataDir: await newFolder() },
    await openPlace(place),
  )
  const folder = await newFolder()
  await writeFile(
    path.join(folder, '0002_signs.sql'),
    'alter table settings add sign int default 7;',
  )
  const migrationsFrom = pathToFileURL(`${folder}/`)
  const target = await emptyShop()
  await restore(await from(place), { ...target, migrationsFrom })
  expect(await migrate(target.databaseUrl, { from: migrationsFrom })).toEqual(['0002_signs.sql'])
  const restored = new pg.Client(target.databaseUrl)
  await restored.connect()
  expect((await restored.query('select shop_name, sign from settings')).rows).toEqual([
    { shop_name: 'Before', sign: 7 },
  ])
  await restored.end()
})

test('a restore that fails on a full disk removes everything that it had written', async () => {
  const place = await newFolder()
  await shop.shop.storage.put('images/one.webp', Buffer.from('x'), { contentType: 'image/webp' })
  await backUp(source, await openPlace(place))
  const target = await emptyShop()
  const put = () => Promise.reject(new FilesTrouble('The disk is full. Free up space.', {}))
  const full = { ...target, storage: { ...target.storage, put } }
  const failed = 'The restore failed: The disk is full. Free up space.'
  await expect(restore(await from(place), full)).rejects.toThrow(
    new StartError(`${failed} Everything that was restored so far has been removed.`),
  )
  await nothingIn(target)
  const remove = () => Promise.reject(new FilesTrouble('The disk is away.', {}))
  const away = { ...full, storage: { ...full.storage, delete: remove } }
  await expect(restore(await from(place), away)).rejects.toThrow(
    new StartError(
      `${failed} Some of what was restored could not be removed. Empty the database and the locations of files and keys before the next attempt.`,
    ),
  )
})
