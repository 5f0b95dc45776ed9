import pg from 'pg'
import { type Database, openDatabase } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { printRow } from './print.ts'

export type Filled = {
  db: Database
  /** Runs SQL statements in order, as the owner of the tables. */
  run: (...statements: string[]) => Promise<void>
}

/** Creates a separate database that can be filled with more rows than a new shop has. */
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

/** The 95th percentile of a call's duration, in milliseconds. */
export async function p95(times: number, call: (turn: number) => Promise<unknown>) {
  for (let turn = 0; turn < warm; turn += 1) await call(turn)
  const taken: number[] = []
  for (let turn = 0; turn < times; turn += 1) taken.push(await timeOf(() => call(turn)))
  return percentile(taken)
}

/** A list call among `n` rows. `turn` varies the search. */
export type ListCall = (db: Database, n: number, turn: number) => Promise<unknown>

/**
 * Measures list calls at each size, alternating between sizes so that other load on the machine
 * affects all of them equally. Ratios are relative to the smallest size. `fill` returns the
 * statements that fill an empty database with the given number of rows.
 */
export async function compareSizes(
  sizes: readonly number[],
  rows: string,
  { fill, calls }: { fill: (n: number) => string[]; calls: Record<string, ListCall> },
) {
  const [smallest, ...larger] = sizes
  if (smallest === undefined) return
  await withDatabase(async (small) => {
    await small.run(...fill(smallest))
    for (const size of larger) {
      await withDatabase(async (large) => {
        await large.run(...fill(size))
        for (const [name, call] of Object.entries(calls)) {
          const few: number[] = []
          const many: number[] = []
          for (let turn = 0; turn < listTurns; turn += 1) {
            few.push(await timeOf(() => call(small.db, smallest, turn).catch(givenUp)))
            many.push(await timeOf(() => call(large.db, size, turn).catch(givenUp)))
          }
          const [least, most] = [few, many].map((taken) => percentile(taken.slice(warm)))
          const figure = `${most!.toFixed(1)} of ${least!.toFixed(1)} ms  = ${(most! / least!).toFixed(2)}`
          const what = `${size.toLocaleString('en-US')} ${rows}: ${name}`
          printRow(what, figure, 'aim: 2.00 or less')
        }
      })
    }
  })
}

/** The number of warm-up calls, which are not counted. */
const warm = 5
/** How often each list call is made per size. */
export const listTurns = warm + 60

async function timeOf(call: () => Promise<unknown>) {
  const began = performance.now()
  await call()
  return performance.now() - began
}

function percentile(taken: number[]) {
  return taken.toSorted((a, b) => a - b)[Math.ceil(taken.length * 0.95) - 1]!
}

/** A search that exceeds the statement timeout is counted with the time until the timeout. */
function givenUp(error: unknown) {
  if (!(error instanceof Refusal)) throw error
}
