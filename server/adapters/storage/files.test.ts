import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFileStorage } from './files.ts'
import type { Storage } from './storage.ts'

const binary = { contentType: 'application/octet-stream' }
let root: string
let storage: Storage

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'loadout-files-'))
  storage = await openFileStorage(root)
})
afterAll(() => rm(root, { recursive: true }))

async function read(key: string, range?: { start: number; end: number }) {
  const file = await storage.get(key, range)
  return file && (await buffer(file.stream)).toString()
}

describe('files on disk', () => {
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
    expect(await readdir(join(root, '.partial'))).toEqual([])
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

it('lets nobody else on the machine on the machine read what is stored', async () => {
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
