import { mkdir, open, readdir, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { StartError } from '#server/kernel/config/start-error.ts'
import { leave } from '#server/kernel/database/client.ts'
import { isDatabaseTrouble } from '#server/kernel/database/database-trouble.ts'
import { lockKeys } from '#server/kernel/database/lock-keys.ts'
import { migrate } from '#server/kernel/migrations/migrate.ts'
import { FilesTrouble } from '#server/kernel/network/files-trouble.ts'
import { connectAlone, ownSchemas } from './connect.ts'
import { loadDatabase } from './load.ts'
import type { Manifest } from './manifest.ts'
import { openReader, type Reader } from './objects.ts'
import { findBackup } from './place.ts'
import { readManifest } from './read-manifest.ts'
import { rememberObjects } from './undo.ts'

type Target = {
  /** Not through a transaction pooler. A function starts the shop's own database, in `dataDir`. */
  databaseUrl: string | (() => Promise<string>)
  storage: Storage
  dataDir: string
  migrationsFrom?: URL
}

/**
 * Throws a StartError if the target is not empty, or the backup is damaged or newer than the shop.
 * A failed restore leaves the target as it was, or says that it could not.
 */
export async function restore(
  {
    storage: place,
    shown,
    passphrase,
  }: { storage: Storage; shown: string; passphrase?: string | undefined },
  { databaseUrl: target, storage, dataDir, migrationsFrom }: Target,
) {
  const prefix = await findBackup(place, shown)
  const manifest = await readManifest(place, prefix, passphrase, migrationsFrom)
  const keys = path.join(dataDir, 'keys')
  let client = typeof target === 'string' ? await openEmpty(target, 'DATABASE_URL') : undefined
  try {
    await requireNoFiles(storage, keys)
    const reader = openReader(place, prefix, manifest.identity)
    for (const stored of [...manifest.tables, ...manifest.files, ...manifest.keys]) {
      await reader.prove(stored)
    }
    // Only now: a refusal before this line creates no database.
    const databaseUrl = typeof target === 'string' ? target : await target()
    client ??= await openEmpty(databaseUrl, 'DATA_DIR')
    const loaded = await fill(
      { client, databaseUrl, storage, keys, migrationsFrom },
      manifest,
      reader,
    )
    return { ...loaded, files: manifest.files.length, made_at: manifest.made_at, databaseUrl }
  } finally {
    if (client) await leave(client)
  }
}

type Empty = {
  client: pg.Client
  databaseUrl: string
  storage: Storage
  keys: string
  migrationsFrom: URL | undefined
}

async function fill(target: Empty, manifest: Manifest, reader: Reader) {
  const undoing = [await rememberObjects(target.client)]
  try {
    return await fillInTurn(target, manifest, reader, undoing)
  } catch (error) {
    const undone = await undo(undoing)
    // Any other error is a bug, which needs its stack trace.
    const expected =
      error instanceof StartError ||
      error instanceof FilesTrouble ||
      isDatabaseTrouble(error) ||
      (error as { code?: string }).code !== undefined
    if (!expected) throw error
    const end = undone
      ? 'Everything that was restored so far has been removed.'
      : 'Some of what was restored could not be removed. Empty the database and the locations of files and keys before the next attempt.'
    throw new StartError(`The restore failed: ${sentence((error as Error).message)} ${end}`, {
      cause: error,
    })
  }
}

type Undo = () => Promise<unknown>

async function fillInTurn(
  { client, databaseUrl, storage, keys, migrationsFrom }: Empty,
  manifest: Manifest,
  reader: Reader,
  undoing: Undo[],
) {
  const upTo = manifest.migrations.at(-1)!.name
  await migrate(databaseUrl, { from: migrationsFrom, upTo })
  for (const file of manifest.files) {
    undoing.push(() => storage.delete(file.key))
    const contentType = 'application/octet-stream'
    await storage.put(file.key, await reader.read(file), { contentType })
  }
  if (await mkdir(keys, { recursive: true, mode: 0o700 })) undoing.push(() => rmdir(keys))
  for (const key of manifest.keys) {
    const file = await open(path.join(keys, key.name), 'wx', 0o600)
    undoing.push(() => rm(path.join(keys, key.name)))
    await pipeline(await reader.read(key), file.createWriteStream({ flush: true }))
  }
  // Last, so that a shop which is started on an interrupted restore finds no customer's data.
  return await loadDatabase(client, manifest, reader)
}

/** Removes what was written, the newest first. Returns whether all of it was removed. */
async function undo(steps: Undo[]): Promise<boolean> {
  try {
    for (const step of steps.reverse()) await step()
    return true
  } catch {
    return false
  }
}

/** The messages of PostgreSQL and of the system end without a full stop. */
const sentence = (message: string) => (message.endsWith('.') ? message : `${message}.`)

/** Locks out a second restore until the client disconnects. */
async function openEmpty(databaseUrl: string, variable: string) {
  const client = await connectAlone(databaseUrl)
  try {
    const { rows: locked } = await client.query('select pg_try_advisory_lock($1) as alone', [
      lockKeys.restoring,
    ])
    if (!locked[0].alone) {
      throw new StartError(
        'Another restore into this database is running. Wait until it has finished, or use another database. Nothing was changed.',
      )
    }
    const { rows } = await client.query(
      `select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where relkind in ('r', 'p') and ${ownSchemas} limit 1`,
    )
    if (rows.length > 0) throw notEmpty('the database has tables', variable)
    return client
  } catch (error) {
    await leave(client)
    throw error
  }
}

async function requireNoFiles(storage: Storage, keys: string) {
  if ((await storage.list('', { limit: 1 })).length > 0) {
    throw notEmpty('files exist', 'DATA_DIR or S3_URL')
  }
  const kept = await readdir(keys).catch(() => [])
  if (kept.length > 0) throw notEmpty(`keys exist in ${keys}`, 'DATA_DIR')
}

const notEmpty = (what: string, variable: string) =>
  new StartError(
    `A backup can only be restored to an empty place, and ${what}. Set ${variable} to an empty one. Nothing was changed.`,
  )
