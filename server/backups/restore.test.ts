import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { openFileStorage } from '#server/adapters/storage/files.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { FilesTrouble } from '#server/kernel/files-trouble.ts'
import { migrate } from '#server/kernel/migrate.ts'
import { StartError } from '#server/kernel/start-error.ts'
import { createBareDatabase, createTestDatabase } from '#server/kernel/testing/database.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { backUp, type Source } from './back-up.ts'
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
  await expect(openPlace(path.join(place, 'nowhere'), { mustExist: true })).rejects.toThrow(
    'There is no backup in',
  )
  await nothingIn(target)
  await expect(backUp(source, interrupted(0), { tidy: true })).rejects.toThrow()
  expect(await left(), 'it goes before the next one begins').toBe(0)
})

test('a place that is not empty is left as it is', async () => {
  const place = await newFolder()
  // The lock of one that failed just now ends a moment after its connection.
  await vi.waitFor(async () => backUp(source, await openPlace(place)), 20_000)
  const furnished = await createTestDatabase()
  afterAll(furnished.drop)
  const target = await emptyShop()
  const refused = (other: Partial<Parameters<typeof restore>[1]>) =>
    expect(from(place).then((it) => restore(it, { ...target, ...other }))).rejects
  await refused({ databaseUrl: furnished.url }).toThrow(
    'the database has tables: name an empty place by DATABASE_URL.',
  )
  // As the one is that comes with the shop.
  await refused({ databaseUrl: async () => furnished.url }).toThrow(
    'the database has tables: name an empty place by DATA_DIR.',
  )
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
    work: lightWork,
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
})

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

test('a restore that a full disk breaks off says what has to go before the next', async () => {
  const place = await newFolder()
  await shop.shop.storage.put('images/one.webp', Buffer.from('x'), { contentType: 'image/webp' })
  await backUp(source, await openPlace(place))
  const target = await emptyShop()
  const put = () => Promise.reject(new FilesTrouble('The disk is full: make room on it.', {}))
  const full = { ...target, storage: { ...target.storage, put } }
  await expect(restore(await from(place), full)).rejects.toThrow(
    new StartError(
      'The restore broke off: The disk is full: make room on it. What it has put there is in the way of the next: empty the database and the places of files and keys, and begin again.',
    ),
  )
})
