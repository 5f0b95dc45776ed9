import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { generateTables } from './generate.ts'

test('tables.ts says what the migrations make: else, npm run codegen', async () => {
  const database = await createTestDatabase()
  const generated = await generateTables(database.url)
  await database.drop()
  expect(generated).toBe(await readFile(new URL('../../../db/tables.ts', import.meta.url), 'utf8'))
})
