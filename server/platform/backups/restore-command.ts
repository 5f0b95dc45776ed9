/**
 * `npm run restore -- /srv/backups` restores the newest backup there, or the one whose folder you
 * name, into an empty target: the database, files and keys of DATABASE_URL, DATA_DIR and S3_URL.
 */
import { existsSync } from 'node:fs'
import { rmdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openStorage } from '#server/adapters/storage/open.ts'
import { answer } from '#server/kernel/commands/command.ts'
import { type Config, dataDirOf, loadConfig } from '#server/kernel/config/config.ts'
import { StartError } from '#server/kernel/config/start-error.ts'
import { migrate } from '#server/kernel/migrations/migrate.ts'
import { type RunningPostgres, startPostgres } from '#server/kernel/postgres/postgres.ts'
import { openPlace, shownPlace } from './place.ts'
import { restore } from './restore.ts'

await answer(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [place] = positionals
  if (!place || positionals.length > 1) {
    throw new StartError('Enter the location of the backup: npm run restore -- /srv/backups')
  }
  const config = loadConfig()
  const dataDir = dataDirOf(config)
  // The folders that opening both storages creates, innermost first.
  const folders = [
    path.resolve(place, '.partial'),
    ...['files/.partial', 'files', ''].map((name) => path.join(dataDir, name)),
  ]
  const made = folders.filter((folder) => !existsSync(folder))
  try {
    return await restoreFrom(place, config, dataDir)
  } finally {
    // A refusal leaves these folders empty, so they are removed. Folders with content stay.
    for (const folder of made) await rmdir(folder).catch(() => {})
  }
})

async function restoreFrom(place: string, config: Config, dataDir: string) {
  const source = await openPlace(place, { mustExist: true })
  const storage = await openStorage(config, dataDir)
  let own: RunningPostgres | undefined
  const startOwn = async () => {
    own = await startPostgres({ dataDir: config.dataDir, log: (line) => console.error(line) })
    return own.url
  }
  try {
    const given = { storage: source, shown: place, passphrase: config.backupPassphrase }
    const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl ?? startOwn
    const restored = await restore(given, { databaseUrl, storage, dataDir })
    await migrate(restored.databaseUrl)
    const { tables, rows, files, made_at, leftOut } = restored
    const strange =
      leftOut.length > 0
        ? ` Skipped, because the shop does not use them: ${leftOut.join(', ')}.`
        : ''
    return `The shop of ${made_at} was restored from ${shownPlace(place)}: ${tables} tables with ${rows} rows, ${files} files.${strange} Start it with its own environment variables.`
  } finally {
    storage.close()
    source.close()
    await own?.stop()
  }
}
