import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readS3Url } from '#server/kernel/config/s3-url.ts'
import { checkStorage } from './check.ts'
import { openFileStorage } from './files.ts'
import { openS3Storage } from './s3.ts'
import { everyFile, type Storage } from './storage.ts'
import { startS3Store } from './testing/s3-store.ts'

const binary = { contentType: 'application/octet-stream' }
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const root = await mkdtemp(join(tmpdir(), 'loadout-files-'))
const s3 = await startS3Store()
afterAll(() => rm(root, { recursive: true }))
afterAll(() => s3.close())

const openings: Record<string, () => Promise<Storage>> = {
  'on disk': () => openFileStorage(root),
  'in a bucket': async () => openS3Storage(readS3Url(await s3.addBucket())),
  'in a folder of a bucket': async () => {
    const url = new URL(await s3.addBucket())
    url.pathname += '/shops/mine'
    return openS3Storage(readS3Url(url.href))
  },
}

describe.each(Object.entries(openings))('files %s', (_, open) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await open()
  })
  afterAll(() => storage.close())

  async function read(key: string, range?: { start: number; end: number }) {
    const file = await storage.get(key, range)
    return file && (await buffer(file.stream)).toString()
  }

  it('gives back what was put, from a buffer and from a stream', async () => {
    await storage.put('a/one.txt', Buffer.from('from a buffer'), binary)
    await storage.put(
      'a/two.txt',
      Readable.from([Buffer.from('from '), Buffer.from('two')]),
      binary,
    )
    expect(await read('a/one.txt')).toBe('from a buffer')
    expect(await read('a/two.txt')).toBe('from two')
    expect(await storage.stat('a/one.txt')).toEqual({ size: 13 })
  })

  it('reads a range, both ends included, and tells the whole size', async () => {
    await storage.put('range.bin', Buffer.from('0123456789'), binary)
    expect(await read('range.bin', { start: 3, end: 5 })).toBe('345')
    const part = await storage.get('range.bin', { start: 9, end: 9 })
    expect(part?.size).toBe(10)
    expect((await buffer(part!.stream)).toString()).toBe('9')
  })

  it('knows no file that was never put or was deleted', async () => {
    await storage.put('gone', Buffer.from('x'), binary)
    await storage.delete('gone')
    await storage.delete('gone')
    expect(await storage.get('gone')).toBeNull()
    expect(await storage.stat('gone')).toBeNull()
    expect(await storage.get('never/was')).toBeNull()
  })

  it('keeps the old file and leaves nothing behind when a body fails midway', async () => {
    await storage.put('kept', Buffer.from('old'), binary)
    async function* broken() {
      yield Buffer.from('half of the new')
      throw new Error('the source broke')
    }
    await expect(storage.put('kept', broken(), binary)).rejects.toThrow('the source broke')
    expect(await read('kept')).toBe('old')
    expect((await storage.list('kept', { limit: 5 })).map(({ key }) => key)).toEqual(['kept'])
  })

  it('keeps a large file of many parts to the byte, and none of it when its body fails late', async () => {
    const part = randomBytes(1024 * 1024 + 11)
    async function* parts(fails: boolean) {
      for (let n = 0; n < 20; n += 1) yield part
      if (fails) throw new Error('the source broke')
    }
    await storage.put('large', parts(false), binary)
    const whole = await storage.get('large')
    expect(whole!.size).toBe(20 * part.length)
    expect(hashOf(await buffer(whole!.stream))).toBe(hashOf(Buffer.concat(Array(20).fill(part))))
    await expect(storage.put('late', parts(true), binary)).rejects.toThrow('the source broke')
    expect(await storage.stat('late')).toBeNull()
  })

  it('lists by key, a page at a time, what begins as asked', async () => {
    const keys = ['list/a/b', 'list/a/c/d', 'list/ab', 'list/b', 'listed']
    for (const key of keys.toReversed()) await storage.put(key, Buffer.from(key), binary)
    const every = async (prefix: string) => {
      const found: string[] = []
      for await (const { key } of everyFile(storage, prefix)) found.push(key)
      return found
    }
    expect(await every('list')).toEqual(keys)
    expect(await every('list/a/')).toEqual(['list/a/b', 'list/a/c/d'])
    expect(await every('none/')).toEqual([])
    expect(await storage.list('list', { after: 'list/a', limit: 2 })).toEqual([
      { key: 'list/a/b', size: 8 },
      { key: 'list/a/c/d', size: 10 },
    ])
    expect(await storage.list('list', { after: 'list/a/b', limit: 1 })).toHaveLength(1)
  })

  it('gives each of many writers at once a whole file', async () => {
    const bodies = Array.from({ length: 8 }, (_, n) => Buffer.alloc(200_000, n))
    await Promise.all(bodies.map((body) => storage.put('contested', Readable.from([body]), binary)))
    const kept = await buffer((await storage.get('contested'))!.stream)
    expect(bodies.some((body) => body.equals(kept))).toBe(true)
  })

  it('passes the check of its own', async () => {
    await checkStorage(storage)
    expect(await storage.list('check/', { limit: 1 })).toEqual([])
  })

  it('finishes a read that began before the file was replaced', async () => {
    await storage.put('replaced', Buffer.from('first'), binary)
    const before = await storage.get('replaced')
    await storage.put('replaced', Buffer.from('second!'), binary)
    expect((await buffer(before!.stream)).toString()).toBe('first')
    expect(await read('replaced')).toBe('second!')
  })

  it.each([
    '',
    '/etc/passwd',
    '../out',
    'a/../../out',
    'a//b',
    'a/',
    '.partial/x',
    'a\\b',
    'A',
    'a\0b',
  ])('refuses the key %j', async (key) => {
    await expect(storage.put(key, Buffer.from('x'), binary)).rejects.toThrow('Not a storage key')
    await expect(storage.get(key)).rejects.toThrow('Not a storage key')
  })
})

describe('a folder', () => {
  it('leaves nothing behind of a body that fails', async () => {
    const folder = join(root, 'first')
    const storage = await openFileStorage(folder)
    async function* broken() {
      yield Buffer.from('half')
      throw new Error('the source broke')
    }
    await expect(storage.put('kept', broken(), binary)).rejects.toThrow('the source broke')
    expect(await readdir(join(folder, '.partial'))).toEqual([])
  })

  it('lists as a bucket does, by bytes, where a folder and a file begin alike', async () => {
    const storage = await openFileStorage(join(root, 'third'))
    const keys = ['a-b', 'a.b', 'a/b', 'ab']
    for (const key of keys) await storage.put(key, Buffer.from('x'), binary)
    const found = await storage.list('', { limit: 9 })
    expect(found.map(({ key }) => key)).toEqual(keys)
    expect(await storage.list('', { after: 'a.b', limit: 1 })).toMatchObject([{ key: 'a/b' }])
  })

  it('removes partial files of a process that died, not those being written', async () => {
    const folder = join(root, 'second')
    await mkdir(join(folder, '.partial'), { recursive: true })
    await writeFile(join(folder, '.partial', 'old'), 'x')
    await writeFile(join(folder, '.partial', 'new'), 'x')
    await utimes(join(folder, '.partial', 'old'), 0, 0)
    await openFileStorage(folder)
    expect(await readdir(join(folder, '.partial'))).toEqual(['new'])
  })
})

it('lets nobody else on the machine read what is stored', async () => {
  const root = await mkdtemp(join(tmpdir(), 'loadout-files-'))
  const storage = await openFileStorage(root)
  await storage.put('loaders/one.exe', Buffer.from('MZ'), binary)
  const modes = await Promise.all(
    ['', 'loaders', 'loaders/one.exe'].map(
      async (path) => (await stat(join(root, path))).mode & 0o077,
    ),
  )
  expect(modes).toEqual([0, 0, 0])
  await rm(root, { recursive: true })
})
