import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { S3 } from '@aws-sdk/client-s3'
import { afterAll, expect, test } from 'vitest'
import { openFileStorage } from '#server/adapters/storage/files.ts'
import { openS3Storage } from '#server/adapters/storage/s3.ts'
import { startS3Store } from '#server/adapters/storage/testing/s3-store.ts'
import { readS3Url } from '#server/kernel/config/s3-url.ts'
import { findBackup, listAttempts, listBackups, newName, openPlace } from './place.ts'

const s3 = await startS3Store()
afterAll(() => s3.close())

const name = '20261122t120345z'
const json = { contentType: 'application/json' }

test('finds backups in a folder with other files', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'loadout-place-'))
  // The root folder of a disk contains a folder that only root can read.
  const closed = path.join(folder, 'lost+found')
  await mkdir(closed)
  await chmod(closed, 0o000)
  afterAll(async () => {
    await chmod(closed, 0o700)
    await rm(folder, { recursive: true })
  })
  await mkdir(path.join(folder, '2025'))
  for (const file of ['2025/~$letter.docx', '2025/été.jpg', 'Notes.txt', '20251231.zip']) {
    await writeFile(path.join(folder, file), 'x')
  }
  const storage = await openPlace(folder)
  await storage.put(`${name}/manifest.json`, Buffer.from('{}'), json)
  expect(await listBackups(storage)).toEqual([name])
  // Root may read everything. Files whose names are not the shop's are still left out.
  const again = await openFileStorage(folder, { ours: false })
  expect((await again.list('', { limit: 9 })).map(({ key }) => key)).toEqual([
    '20251231.zip',
    `${name}/manifest.json`,
  ])
})

test('finds backups in a bucket with folders that a console created', async () => {
  const url = await s3.addBucket()
  const address = readS3Url(url.replace('?', '/backups?'))
  const storage = openS3Storage(address)
  const consoles = new S3({
    endpoint: address.endpoint,
    region: address.region,
    forcePathStyle: true,
    credentials: { accessKeyId: address.key, secretAccessKey: address.secret },
  })
  for (const Key of ['backups/', 'backups/2025/', 'backups/2025/~$letter.docx']) {
    await consoles.putObject({ Bucket: address.bucket, Key, Body: Buffer.alloc(0) })
  }
  consoles.destroy()
  await storage.put(`${name}/manifest.json`, Buffer.from('{}'), json)
  expect(await listAttempts(storage)).toEqual([name])
  expect(await listBackups(storage)).toEqual([name])
  storage.close()
})

test('after a clock error the newest backup is the last one made, and no name is used twice', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'loadout-place-'))
  afterAll(() => rm(folder, { recursive: true }))
  const storage = await openPlace(folder)
  const made: string[] = []
  for (const time of ['2030-01-01T00:00:00Z', '2026-11-22T12:03:45Z', '2026-11-22T12:03:45Z']) {
    const name = await newName(storage, new Date(time))
    await storage.put(`${name}/manifest.json`, Buffer.from('{}'), json)
    made.push(name)
  }
  expect(made).toEqual(['20300101t000000z', '20300101t000001z', '20300101t000002z'])
  expect(await findBackup(storage, folder)).toBe(`${made.at(-1)}/`)
})

test('refuses a place that cannot be a folder, in a sentence', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'loadout-place-'))
  afterAll(() => rm(folder, { recursive: true }))
  await writeFile(path.join(folder, 'file'), 'x')
  for (const place of ['file', 'file/below'])
    await expect(openPlace(path.join(folder, place))).rejects.toThrow(
      /file(\/below)? is not writable \(ENOTDIR\)\. Check its disk and permissions\.$/,
    )
})
