/** `npm run codegen` writes `db/SHA256SUMS`, and `db/tables.ts` from an empty migrated database. */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { listChecksums, readMigrations } from '#server/kernel/migrations/migrate.ts'
import { createTestDatabase, startTestDatabases } from '#server/kernel/testing/database.ts'
import { generateTables } from './generate.ts'

parseArgs({})
const folder = new URL('../../../../db/', import.meta.url)
const stop = await startTestDatabases()
try {
  const { url } = await createTestDatabase()
  await writeFile(new URL('tables.ts', folder), await generateTables(url))
  await writeFile(new URL('SHA256SUMS', folder), listChecksums(await readMigrations()))
} finally {
  await stop()
}
