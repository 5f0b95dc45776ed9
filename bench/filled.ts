import pg from 'pg'
import { type Database, openDatabase } from '#server/kernel/database.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'

export type Filled = {
  db: Database
  /** Runs SQL as the owner of the tables, one statement after the other. */
  run: (...statements: string[]) => Promise<void>
}

/** A database of one's own, to be filled with more rows than a shop is started with. */
export async function withDatabase(work: (filled: Filled) => Promise<void>) {
  const database = await createTestDatabase()
  const db = openDatabase(database.url, 4)
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query("set maintenance_work_mem = '512MB'; set work_mem = '256MB'")
  try {
    await work({
      db,
      async run(...statements) {
        for (const statement of statements) await client.query(statement)
      },
    })
  } finally {
    await client.end()
    await db.destroy()
    await database.drop()
  }
}

/** How long a call takes, in milliseconds: at 95 of 100 times it is done by then. */
export async function p95(times: number, call: (turn: number) => Promise<unknown>) {
  for (let turn = 0; turn < Math.min(times, 5); turn += 1) await call(turn)
  const taken: number[] = []
  for (let turn = 0; turn < times; turn += 1) {
    const began = performance.now()
    await call(turn)
    taken.push(performance.now() - began)
  }
  return taken.sort((a, b) => a - b)[Math.ceil(times * 0.95) - 1]!
}
