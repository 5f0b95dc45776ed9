import { createWriteStream } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { FilesTrouble } from '#server/kernel/files-trouble.ts'
import { migrate, readMigrations } from '#server/kernel/migrate.ts'
import { leave } from '#server/kernel/servers.ts'
import { StartError } from '#server/kernel/start-error.ts'
import { openText } from './cipher.ts'
import { connectAlone, ownSchemas } from './connect.ts'
import { loadDatabase } from './load.ts'
import { type Manifest, manifestNames, manifest as manifestSchema } from './manifest.ts'
import { openReader, type Reader } from './objects.ts'
import { findBackup, findManifest } from './place.ts'

type Target = {
  /** Not through a transaction pooler; or starts the one that comes with the shop, in `dataDir`. */
  databaseUrl: string | (() => Promise<string>)
  storage: Storage
  dataDir: string
}

/**
 * Puts a backup where nothing is yet. Throws a StartError, before anything is written, when there is
 * something, when the backup is not whole, or when it was made by a later version than this.
 */
export async function restore(
  {
    storage: place,
    shown,
    passphrase,
  }: { storage: Storage; shown: string; passphrase?: string | undefined },
  { databaseUrl: target, storage, dataDir }: Target,
) {
  const prefix = await findBackup(place, shown)
  const manifest = await readManifest(place, prefix, passphrase)
  await requireKnown(manifest)
  const keys = path.join(dataDir, 'keys')
  if (typeof target === 'string') await requireNoTables(target, 'DATABASE_URL')
  await requireNoFiles(storage, keys)
  const reader = openReader(place, prefix, manifest.identity)
  for (const stored of [...manifest.tables, ...manifest.files, ...manifest.keys]) {
    await reader.prove(stored)
  }
  // Only now: where none was, a refusal leaves none.
  const databaseUrl = typeof target === 'string' ? target : await target()
  if (typeof target !== 'string') await requireNoTables(databaseUrl, 'DATA_DIR')

  try {
    const loaded = await fill(databaseUrl, { storage, keys }, manifest, reader)
    return { ...loaded, files: manifest.files.length, made_at: manifest.made_at, databaseUrl }
  } catch (error) {
    // A disk that is full, or a database or a store that went away.
    if (!(error instanceof FilesTrouble) && (error as { code?: string }).code === undefined)
      throw error
    throw new StartError(
      `The restore broke off: ${(error as Error).message} What it has put there is in the way of the next: empty the database and the places of files and keys, and begin again.`,
      { cause: error },
    )
  }
}

type Empty = { storage: Storage; keys: string }

async function fill(
  databaseUrl: string,
  { storage, keys }: Empty,
  manifest: Manifest,
  reader: Reader,
) {
  await migrate(databaseUrl, undefined, manifest.migrations.at(-1)!.name)
  for (const file of manifest.files) {
    const contentType = 'application/octet-stream'
    await storage.put(file.key, await reader.read(file), { contentType })
  }
  await mkdir(keys, { recursive: true, mode: 0o700 })
  for (const key of manifest.keys) {
    const target = createWriteStream(path.join(keys, path.basename(key.name)), {
      mode: 0o600,
      flags: 'wx',
      flush: true,
    })
    await pipeline(await reader.read(key), target)
  }
  // Last, so that a shop which is started on what was interrupted finds nobody's data.
  const client = await connectAlone(databaseUrl)
  try {
    return await loadDatabase(client, manifest, reader)
  } finally {
    await leave(client)
  }
}

async function readManifest(
  place: Storage,
  prefix: string,
  passphrase: string | undefined,
): Promise<Manifest> {
  const name = (await findManifest(place, prefix))!
  const bytes = await buffer((await place.get(prefix + name))!.stream)
  if (name === manifestNames.encrypted && !passphrase) {
    throw new StartError('This backup is encrypted: set BACKUP_PASSPHRASE to its passphrase.')
  }
  // Whoever may write to the place could put one there, and a manifest says what the database runs.
  if (name === manifestNames.plain && passphrase) {
    throw new StartError(
      'This backup is not encrypted, and BACKUP_PASSPHRASE is set: anybody who can write there can have made it. If it is yours, restore it without BACKUP_PASSPHRASE.',
    )
  }
  const text =
    name === manifestNames.encrypted ? await openText(passphrase!, bytes) : bytes.toString('utf8')
  const parsed = manifestSchema.safeParse(jsonOf(text))
  if (parsed.success) return parsed.data
  throw new StartError(
    'The manifest of this backup is damaged, or of a later version of the shop: take another backup, or that version.',
  )
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** An older one is brought up to date by the next start. */
async function requireKnown({ migrations, version }: Manifest) {
  const own = new Map((await readMigrations()).map(({ name, checksum }) => [name, checksum]))
  for (const { name, checksum } of migrations) {
    if (!own.has(name)) {
      throw new StartError(
        `This backup was made by a newer version of the shop (${version}, with the migration ${name}): check out that version, or a later one, to restore it.`,
      )
    }
    if (own.get(name) !== checksum) {
      throw new StartError(
        `The migration ${name} is not what it was when this backup was made: check out the version that made it (${version}).`,
      )
    }
  }
}

async function requireNoTables(databaseUrl: string, variable: string) {
  const client = await connectAlone(databaseUrl)
  try {
    const { rows } = await client.query(
      `select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where relkind in ('r', 'p') and ${ownSchemas} limit 1`,
    )
    if (rows.length > 0) throw notEmpty('the database has tables', variable)
  } finally {
    await leave(client)
  }
}

async function requireNoFiles(storage: Storage, keys: string) {
  if ((await storage.list('', { limit: 1 })).length > 0) {
    throw notEmpty('files are there', 'DATA_DIR or S3_URL')
  }
  const kept = await readdir(keys).catch(() => [])
  if (kept.length > 0) throw notEmpty(`keys are in ${keys}`, 'DATA_DIR')
}

const notEmpty = (what: string, variable: string) =>
  new StartError(
    `A backup is restored where nothing is yet, and ${what}: name an empty place by ${variable}. Nothing was changed.`,
  )
