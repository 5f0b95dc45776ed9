import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { migrate } from '#server/kernel/migrate.ts'
import { createBareDatabase } from './database.ts'

const migrations = new URL('../../../db/migrations/', import.meta.url)

/** Creates an empty database as it was before the migration with this number: `'0022'`. */
export async function createOlderDatabase(before: string) {
  const database = await createBareDatabase()
  const folder = await mkdtemp(path.join(tmpdir(), 'loadout-migrations-'))
  try {
    for (const name of await readdir(migrations)) {
      if (name < before) await cp(new URL(name, migrations), path.join(folder, name))
    }
    await migrate(database.url, { from: pathToFileURL(`${folder}/`) })
    return database
  } finally {
    await rm(folder, { recursive: true })
  }
}
