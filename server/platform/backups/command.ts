/**
 * `npm run backup -- /srv/backups` or `-- s3://KEY:SECRET@host/bucket/folder` backs up the shop
 * while it runs. Without a place, the backup goes to BACKUP_TO. It is encrypted if
 * BACKUP_PASSPHRASE is set. `--keep 7` then deletes all but the newest seven backups.
 */
import { parseArgs } from 'node:util'
import { openStorage } from '#server/adapters/storage/open.ts'
import { runCommand } from '#server/kernel/commands/command.ts'
import { dataDirOf } from '#server/kernel/config/config.ts'
import { StartError } from '#server/kernel/config/start-error.ts'
import { shownPlace } from './place.ts'
import { makeBackup } from './record.ts'

function readArguments() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { keep: { type: 'string' } },
  })
  if (positionals.length > 1) throw new StartError('Enter only one location for the backup.')
  const keep = values.keep === undefined ? undefined : Number(values.keep)
  if (keep !== undefined && !(Number.isInteger(keep) && keep >= 1)) {
    throw new StartError('--keep must be a whole number from 1.')
  }
  return { place: positionals[0], keep }
}

await runCommand(readArguments, async (db, given, config, url) => {
  const place = given.place ?? config.backupTo
  if (!place) {
    throw new StartError(
      'Enter a location for the backup: npm run backup -- /srv/backups, or set BACKUP_TO.',
    )
  }
  const dataDir = dataDirOf(config)
  const storage = await openStorage(config, dataDir)
  const { backupPassphrase: passphrase } = config
  try {
    const made = await makeBackup(
      db,
      { databaseUrl: url, storage, dataDir },
      { place, passphrase, keep: given.keep },
    )
    const removed = made.removed > 0 ? ` ${made.removed} older backups were deleted.` : ''
    const open = passphrase
      ? ''
      : '\nIt is not encrypted, so anyone with access to it has your customers and keys. Set BACKUP_PASSPHRASE.'
    return `Backup ${made.name} created in ${shownPlace(place)}: ${made.tables} tables with ${made.rows} rows, ${made.files} files, ${(made.bytes / 1e6).toFixed(1)} MB.${removed}${open}`
  } finally {
    storage.close()
  }
})
