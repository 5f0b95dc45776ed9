import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { everyFile, type Storage } from '#server/adapters/storage/storage.ts'
import { StartError } from '#server/kernel/config/start-error.ts'
import { shopVersion } from '#server/kernel/config/version.ts'
import { keepWhole } from '#server/kernel/database/backup-lock.ts'
import { leave } from '#server/kernel/database/client.ts'
import { lockKeys } from '#server/kernel/database/lock-keys.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { newCipher, sealText } from './cipher.ts'
import { connectAlone } from './connect.ts'
import { checksumName, checksumOf, type Manifest, manifestNames } from './manifest.ts'
import { openWriter, type Writer } from './objects.ts'
import { newName, removeBackup, removeUnfinished } from './place.ts'
import { copyDatabase } from './snapshot.ts'

export type Source = {
  /** A direct connection, not through a transaction pooler. */
  databaseUrl: string
  storage: Storage
  dataDir: string
}

export class AlreadyBackingUp extends StartError {
  constructor() {
    super('A backup of this shop is already running.')
  }
}

type Options = {
  passphrase?: string | undefined
  work?: number | undefined
  /** Removes interrupted backups first. Only for a place that holds this shop's backups alone. */
  tidy?: boolean
  /** Called when the snapshot is fixed: later writes are not in the backup. */
  onMoment?: (snapshot: string) => Promise<void>
}

export type Made = { name: string; tables: number; rows: number; files: number; bytes: number }

const atOnce = 6

/** Copies a shop, which may be running. Throws a StartError if another backup is running. */
export async function backUp(
  { databaseUrl, storage, dataDir }: Source,
  place: Storage,
  { passphrase, work, tidy = false, onMoment = async () => {} }: Options = {},
): Promise<Made> {
  const client = await connectAlone(databaseUrl)
  let begun: string | undefined
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as alone', [
      lockKeys.backingUp,
    ])
    if (!rows[0].alone) throw new AlreadyBackingUp()
    // From here on no files are deleted, so that every file that the rows refer to exists.
    await client.query(keepWhole)
    if (tidy) await removeUnfinished(place)
    const madeAt = clock.date()
    const name = await newName(place, madeAt)
    begun = name
    const cipher = passphrase ? await newCipher() : null
    const write = openWriter(place, `${name}/`, cipher)
    const database = await copyDatabase(client, write, onMoment)
    const files = await copyFiles(storage, write)
    const keys = await copyKeys(path.join(dataDir, 'keys'), write)
    // The connection holds the locks. If it was lost, so were they.
    await client.query('select 1')
    const manifest: Manifest = {
      format: 2,
      version: shopVersion,
      made_at: madeAt.toISOString(),
      ...database,
      files,
      keys,
      identity: cipher?.identity ?? null,
    }
    await writeManifest(place, `${name}/`, manifest, { passphrase, work })
    const { tables } = database
    const rowCount = tables.reduce((sum, table) => sum + table.rows, 0)
    const bytes = [...tables, ...files, ...keys].reduce((sum, one) => sum + one.bytes, 0)
    return { name, tables: tables.length, rows: rowCount, files: files.length, bytes }
  } catch (error) {
    // On a full disk, the incomplete backup would leave no space for the next one.
    if (begun) await removeBackup(place, begun).catch(() => {})
    throw error
  } finally {
    await leave(client)
  }
}

async function copyFiles(storage: Storage, write: Writer): Promise<Manifest['files']> {
  const files: Manifest['files'] = []
  const every = everyFile(storage)[Symbol.asyncIterator]()
  async function work() {
    for (;;) {
      const { value: listed, done } = await every.next()
      if (done) return
      if (listed.key.startsWith('check/')) continue
      const file = await storage.get(listed.key)
      // A file that no row refers to may be deleted at any time.
      if (!file) continue
      files.push({ key: listed.key, ...(await write(`files/${listed.key}`, file.stream)) })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return files.sort((a, b) => (a.key < b.key ? -1 : 1))
}

async function copyKeys(folder: string, write: Writer): Promise<Manifest['keys']> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
    // The folder is missing if all keys are in the environment.
    if (error.code === 'ENOENT') return []
    throw new StartError(
      `The keys in ${folder} cannot be read (${error.code}). Without them, the data that they encrypt is lost. Run the backup as the user that runs the shop.`,
    )
  })
  const keys: Manifest['keys'] = []
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const { name } = entry
    const bytes = createReadStream(path.join(folder, name))
    keys.push({ name, ...(await write(`keys/${name}`, bytes)) })
  }
  return keys
}

async function writeManifest(
  place: Storage,
  prefix: string,
  manifest: Manifest,
  { passphrase, work }: Options,
) {
  const text = JSON.stringify(manifest, null, 1)
  if (passphrase) {
    const sealed = await sealText(passphrase, text, work)
    await place.put(prefix + manifestNames.encrypted, sealed, { contentType: 'application/age' })
  } else {
    const bytes = Buffer.from(text)
    const about = (contentType: string) => ({ contentType })
    await place.put(prefix + checksumName, Buffer.from(checksumOf(bytes)), about('text/plain'))
    await place.put(prefix + manifestNames.plain, bytes, about('application/json'))
  }
}
