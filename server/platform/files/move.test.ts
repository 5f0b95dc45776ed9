import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { joinStorages } from '#server/adapters/storage/joined.ts'
import { openStorage, openStorages } from '#server/adapters/storage/open.ts'
import { everyFile, type Storage } from '#server/adapters/storage/storage.ts'
import { startS3Store } from '#server/adapters/storage/testing/s3-store.ts'
import { loadConfig } from '#server/kernel/config/config.ts'
import { createBareDatabase } from '#server/kernel/testing/database.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { aloneAtMoving } from './alone.ts'
import { moveFiles } from './move.ts'

const store = await fileFixture(startS3Store())
const root = await mkdtemp(path.join(tmpdir(), 'loadout-move-'))
afterAll(() => rm(root, { recursive: true }))

const binary = { contentType: 'application/octet-stream' }
let dataDir: string
let address: string
let folder: Storage
let bucket: Storage
/** The stores as seen by a shop whose files belong in the bucket. */
let shop: Storage
let back: ReturnType<typeof loadConfig>

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(root, 'data-'))
  const S3_URL = await store.addBucket()
  address = S3_URL
  const config = loadConfig({ S3_URL })
  back = loadConfig({ S3_URL, FILES_IN: 'folder' })
  const { present, former } = await openStorages(config, dataDir)
  bucket = present
  folder = former!
  shop = await openStorage(config, dataDir)
})

async function fill(storage: Storage, count: number) {
  const hashes = new Map<string, string>()
  for (let n = 0; n < count; n += 1) {
    const bytes = randomBytes(1000 + n)
    const key = `images/${String(n).padStart(4, '0')}.webp`
    await storage.put(key, bytes, binary)
    hashes.set(key, createHash('sha256').update(bytes).digest('hex'))
  }
  return hashes
}

async function hashes(storage: Storage) {
  const found = new Map<string, string>()
  for await (const { key } of everyFile(storage)) {
    const bytes = await buffer((await storage.get(key))!.stream)
    found.set(key, createHash('sha256').update(bytes).digest('hex'))
  }
  return found
}

test('moves every file there and back while the shop can read all of them', async () => {
  const put = await fill(folder, 60)
  let moving = true
  let read = 0
  const reader = (async () => {
    const keys = [...put.keys()]
    while (moving) {
      const key = keys[read % keys.length]!
      const file = await shop.get(key)
      expect([key, file?.size]).toEqual([key, 1000 + Number(key.slice(7, 11))])
      file!.stream.destroy()
      read += 1
    }
  })()
  const written = shop.put('images/new.webp', Buffer.from('meanwhile'), binary)
  const moved = await moveFiles(folder, bucket)
  moving = false
  await Promise.all([reader, written])
  expect(read).toBeGreaterThan(10)
  expect(moved).toMatchObject({ moved: 60, there: 0, different: [] })
  expect(await hashes(folder)).toEqual(new Map())
  const { size, ...rest } = await hashes(bucket)
  expect([size, rest]).toEqual([61, {}])
  expect(await hashes(bucket)).toEqual(await hashes(shop))

  const again = await openStorages(back, dataDir)
  expect(await moveFiles(again.former!, again.present)).toMatchObject({ moved: 61 })
  await bucket.delete('images/new.webp')
  await again.present.delete('images/new.webp')
  expect(await hashes(again.present)).toEqual(put)
  expect(await hashes(bucket)).toEqual(new Map())
})

test('an interrupted move continues, and sends no finished file again', async () => {
  const put = await fill(folder, 20)
  const puts: string[] = []
  let room = 7
  const narrow: Storage = {
    ...bucket,
    async put(key, body, about) {
      if (room === 0) throw new Error('No room')
      room -= 1
      puts.push(key)
      await bucket.put(key, body, about)
    },
    // The move was stopped after the file was copied and before the original was deleted.
  }
  await expect(moveFiles(folder, narrow)).rejects.toThrow('No room')
  const arrived = [...(await hashes(bucket)).keys()]
  expect(arrived.length).toBeGreaterThan(0)
  await folder.put(arrived[0]!, await buffer((await bucket.get(arrived[0]!))!.stream), binary)
  room = 100
  expect(await moveFiles(folder, narrow)).toMatchObject({ there: 1, different: [] })
  expect(puts).toHaveLength(20)
  expect(await hashes(bucket)).toEqual(put)
  expect(await hashes(folder)).toEqual(new Map())
})

test('one of two concurrent moves runs, and the other is refused', async () => {
  const put = await fill(folder, 30)
  const { url, drop } = await createBareDatabase()
  afterAll(drop)
  const move = () => aloneAtMoving(url, () => moveFiles(folder, bucket))
  const both = await Promise.allSettled([move(), move()])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  expect(refused.reason.message).toBe('The files of this shop are already being moved.')
  expect(await hashes(bucket)).toEqual(put)
  expect(await move()).toMatchObject({ moved: 0 })
})

test('the command counts, moves and reports', async () => {
  await fill(folder, 3)
  const { url, drop } = await createBareDatabase()
  afterAll(drop)
  const program = fileURLToPath(new URL('./command.ts', import.meta.url))
  const run = async (...words: string[]) => {
    const env = { ...process.env, DATABASE_URL: url, DATA_DIR: dataDir, S3_URL: address }
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...words], { env })
    return stdout
  }
  expect(await run()).toBe(
    '0 files, 0.0 MB in the bucket, where new ones are stored.\n3 files, 0.0 MB in the data folder. Run npm run files -- move to move them.\n',
  )
  expect(await run('move')).toBe('3 files, 0.0 MB moved to the bucket and verified.\n')
  expect(await run()).toContain('3 files, 0.0 MB in the bucket')
})

test('lists a file that moves during the listing', async () => {
  const put = await fill(folder, 3)
  const moving: Storage = {
    ...folder,
    async list(...given) {
      await moveFiles(folder, bucket)
      return folder.list(...given)
    },
  }
  const listed = await joinStorages(bucket, moving).list('', { limit: 10 })
  expect(listed.map(({ key }) => key)).toEqual([...put.keys()])
})

test('a file that arrives changed stays where it was', async () => {
  const put = await fill(folder, 1)
  const lossy: Storage = {
    ...bucket,
    put: (key, _body, about) => bucket.put(key, Readable.from([Buffer.from('half')]), about),
  }
  await expect(moveFiles(folder, lossy)).rejects.toThrow('was damaged on the way')
  expect(await hashes(folder)).toEqual(put)
  expect(await bucket.list('', { limit: 1 })).toEqual([])
})

test('keeps both of two different files with one name', async () => {
  await folder.put('images/a', Buffer.from('one'), binary)
  await bucket.put('images/a', Buffer.from('other'), binary)
  expect(await moveFiles(folder, bucket)).toMatchObject({ moved: 0, different: ['images/a'] })
  expect((await buffer((await folder.get('images/a'))!.stream)).toString()).toBe('one')
})

test('a file deleted during the move stays deleted', async () => {
  await fill(folder, 3)
  const late: Storage = {
    ...bucket,
    async put(key, body, about) {
      await bucket.put(key, body, about)
      await shop.delete(key)
    },
  }
  // The file was deleted, so reading it back returns nothing, which counts as different content.
  await moveFiles(folder, late).catch(() => {})
  expect(await hashes(shop)).toEqual(new Map())
})
