import { existsSync } from 'node:fs'
import path from 'node:path'
import { openFileStorage } from '#server/adapters/storage/files.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { readS3Url } from '#server/kernel/s3-url.ts'
import { StartError } from '#server/kernel/start-error.ts'
import { manifestNames } from './manifest.ts'

const namePattern = /^\d{8}t\d{6}z$/

/** `20261122t120345z`: backups sort by their time. */
const nameOf = (time: Date) =>
  `${time
    .toISOString()
    .replace(/[-:]|\.\d+/g, '')
    .toLowerCase()}`

/**
 * The last name of the place, so that the newest sorts last. One that is begun within the second of
 * another, or after a clock that was ahead, takes the second after that one.
 */
export async function newName(storage: Storage, time: Date): Promise<string> {
  const last = (await listAttempts(storage)).at(-1)
  return nameOf(new Date(Math.max(time.getTime(), last ? timeOf(last) + 1000 : 0)))
}

const timeOf = (name: string) =>
  Date.parse(name.replace(/^(....)(..)(..)t(..)(..)(..)z$/, '$1-$2-$3T$4:$5:$6Z')) || 0

/** A folder, or a folder in a bucket, that backups are in: `/srv/backups` or `s3://…`. */
export async function openPlace(place: string, { mustExist = false } = {}): Promise<Storage> {
  if (place.startsWith('s3:')) {
    const { openS3Storage } = await import('#server/adapters/storage/s3.ts')
    try {
      return openS3Storage(readS3Url(place))
    } catch (error) {
      throw new StartError(`The place of the backup is not usable: ${(error as Error).message}.`)
    }
  }
  const folder = path.resolve(place)
  if (mustExist && !existsSync(folder)) throw noBackup(place)
  return openFileStorage(folder, { ours: false })
}

/** What may be shown of it. */
export const shownPlace = (place: string) => place.replace(/^(s3:\/\/)[^@]*@/, '$1…@')

const noBackup = (place: string) =>
  new StartError(
    `There is no backup in ${shownPlace(place)}: no manifest is there. One that was interrupted has none.`,
  )

/** Whole backups, the oldest first, those without a manifest left out. */
export async function listBackups(storage: Storage): Promise<string[]> {
  const whole: string[] = []
  for (const name of await listAttempts(storage)) {
    if (await findManifest(storage, `${name}/`)) whole.push(name)
  }
  return whole
}

/** All that were begun. */
export async function listAttempts(storage: Storage): Promise<string[]> {
  const found: string[] = []
  let after = ''
  for (;;) {
    const [file] = await storage.list('', { limit: 1, after })
    if (!file) return found
    const [top = ''] = file.key.split('/')
    if (namePattern.test(top)) found.push(top)
    // After all that can be in that folder.
    after = file.key.includes('/') ? `${top}/~` : file.key
  }
}

/** Removes a backup, or what there is of one. */
export async function removeBackup(storage: Storage, name: string) {
  // The manifest goes first, wherever it sorts: what is half deleted must not pass for a backup.
  for (const manifest of Object.values(manifestNames)) await storage.delete(`${name}/${manifest}`)
  for (;;) {
    const files = await storage.list(`${name}/`, { limit: 500 })
    if (files.length === 0) return
    for (const { key } of files) await storage.delete(key)
  }
}

/** Removes what interrupted ones left, while none is being made. */
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

/** The backup that is at the place itself, or the newest whole one in it. Answers its folder, with a slash. */
export async function findBackup(storage: Storage, place: string): Promise<string> {
  if (await findManifest(storage, '')) return ''
  const newest = (await listBackups(storage)).at(-1)
  if (!newest) throw noBackup(place)
  return `${newest}/`
}
