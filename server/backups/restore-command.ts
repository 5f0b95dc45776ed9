/**
 * `npm run restore -- /srv/backups` puts the newest backup of that place where nothing is yet: the
 * database of DATABASE_URL or of DATA_DIR, and the files and keys of DATA_DIR or S3_URL. A backup's own
 * folder in it names that one.
 */
import { parseArgs } from 'node:util'
import { openStorage } from '#server/adapters/storage/open.ts'
import { answer } from '#server/kernel/command.ts'
import { dataDirOf, loadConfig } from '#server/kernel/config.ts'
import { migrate } from '#server/kernel/migrate.ts'
import { startPostgres } from '#server/kernel/postgres/postgres.ts'
import { StartError } from '#server/kernel/start-error.ts'
import { openPlace, shownPlace } from './place.ts'
import { restore } from './restore.ts'

await answer(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [place] = positionals
  if (!place || positionals.length > 1) {
    throw new StartError('Say where the backup is: npm run restore -- /srv/backups')
  }
  const config = loadConfig()
  const source = await openPlace(place, { mustExist: true })
  const own = config.databaseUrl
    ? null
    : await startPostgres({ dataDir: config.dataDir, log: (line) => console.error(line) })
  const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl ?? own!.url
  const dataDir = dataDirOf(config)
  const storage = await openStorage(config, dataDir)
  try {
    const given = { storage: source, shown: place, passphrase: config.backupPassphrase }
    const restored = await restore(given, { databaseUrl, storage, dataDir })
    await migrate(databaseUrl)
    const { tables, rows, files, made_at, leftOut } = restored
    const strange =
      leftOut.length > 0 ? ` Left out, as no part of a shop: ${leftOut.join(', ')}.` : ''
    return `The shop of ${made_at} is back from ${shownPlace(place)}: ${tables} tables with ${rows} rows, ${files} files.${strange} Start it with its own environment variables.`
  } finally {
    storage.close()
    source.close()
    await own?.stop()
  }
})
