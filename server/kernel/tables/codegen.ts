/** `npm run codegen`: writes `db/tables.ts` from an empty database with all migrations. */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { createTestDatabase, startTestDatabases } from '#server/kernel/testing/database.ts'
import { generateTables } from './generate.ts'

parseArgs({})
const stop = await startTestDatabases()
try {
  const { url } = await createTestDatabase()
  await writeFile(new URL('../../../db/tables.ts', import.meta.url), await generateTables(url))
} finally {
  await stop()
}
