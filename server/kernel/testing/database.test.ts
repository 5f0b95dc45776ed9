import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from './database.ts'

async function tables(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query(
      "select tablename from pg_tables where schemaname = 'public'",
    )
    return rows.map((row) => row.tablename)
  } finally {
    await client.end()
  }
}

test('clones are migrated, independent, and deleted when dropped', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  expect(await tables(one.url)).toContain('migrations')
  const client = new pg.Client(one.url)
  await client.connect()
  await client.query('create table only_here ()')
  // Dropping does not wait for connections that were left open.
  client.on('error', () => {})
  await one.drop()
  expect(await tables(other.url)).not.toContain('only_here')
  await other.drop()
  await expect(tables(one.url)).rejects.toThrow('does not exist')
})
