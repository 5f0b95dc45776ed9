import { existsSync } from 'node:fs'
import path from 'node:path'
import { openFileStorage } from '#server/adapters/storage/files.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { readS3Url } from '#server/kernel/config/s3-url.ts'
import { StartError } from '#server/kernel/config/start-error.ts'
import { manifestNames } from './manifest.ts'

const namePattern = /^\d{8}t\d{6}z$/

/** `20261122t120345z`: backups sort by their time. */
const nameOf = (time: Date) =>
  `${time
    .toISOString()
    .replace(/[-:]|\.\d+/g, '')
    .toLowerCase()}`

/** Sorts after all others in the place, even if the last backup's clock was ahead. */
export async function newName(storage: Storage, time: Date): Promise<string> {
  const last = (await listAttempts(storage)).at(-1)
  return nameOf(new Date(Math.max(time.getTime(), last ? timeOf(last) + 1000 : 0)))
}

const timeOf = (name: string) =>
  Date.parse(name.replace(/^(....)(..)(..)t(..)(..)(..)z$/, '$1-$2-$3T$4:$5:$6Z')) || 0

/** A folder, or a folder in a bucket, that holds backups: `/srv/backups` or `s3://…`. */
export async function openPlace(place: string, { mustExist = false } = {}): Promise<Storage> {
  if (place.startsWith('s3:')) {
    const { openS3Storage } = await import('#server/adapters/storage/s3.ts')
    try {
      return openS3Storage(readS3Url(place))
    } catch (error) {
      throw new StartError(`The backup location cannot be used: ${(error as Error).message}.`)
    }
  }
  const folder = path.resolve(place)
  if (mustExist && !existsSync(folder)) throw noBackup(place)
  return openFileStorage(folder, { ours: false })
}

/** The place without its credentials, for display. */
export const shownPlace = (place: string) => place.replace(/^(s3:\/\/)[^@]*@/, '$1…@')

const noBackup = (place: string) =>
  new StartError(
    `There is no backup in ${shownPlace(place)}: it has no manifest. An interrupted backup has none.`,
  )

/** Complete backups, oldest first. Skips backups without a manifest. */
export async function listBackups(storage: Storage): Promise<string[]> {
  const whole: string[] = []
  for (const name of await listAttempts(storage)) {
    if (await findManifest(storage, `${name}/`)) whole.push(name)
  }
  return whole
}

export async function listAttempts(storage: Storage): Promise<string[]> {
  const found: string[] = []
  let after = ''
  for (;;) {
    const [file] = await storage.list('', { limit: 1, after })
    if (!file) return found
    const [top = ''] = file.key.split('/')
    if (namePattern.test(top)) found.push(top)
    after = file.key.includes('/') ? `${top}/~` : file.key
  }
}

export async function removeBackup(storage: Storage, name: string) {
  // The manifest goes first: a half-deleted backup must not count as complete.
  for (const manifest of Object.values(manifestNames)) await storage.delete(`${name}/${manifest}`)
  for (;;) {
    const files = await storage.list(`${name}/`, { limit: 500 })
    if (files.length === 0) return
    for (const { key } of files) await storage.delete(key)
  }
}

/** Removes the remains of interrupted backups. Call it only while no backup is running. */
export async function removeUnfinished(storage: Storage) {
  const whole = new Set(await listBackups(storage))
  for (const name of await listAttempts(storage)) {
    if (!whole.has(name)) await removeBackup(storage, name)
  }
}

export async function findManifest(storage: Storage, prefix: string) {
  for (const name of [manifestNames.plain, manifestNames.encrypted]) {
    if (await storage.stat(prefix + name)) return name
  }
  return null
}

/** The place itself, or its newest complete backup. Returns the folder, with a slash. */
export async function findBackup(storage: Storage, place: string): Promise<string> {
  if (await findManifest(storage, '')) return ''
  const newest = (await listBackups(storage)).at(-1)
  if (!newest) throw noBackup(place)
  return `${newest}/`
}
