import pg from 'pg'
import { type Database, openDatabase } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { printRow } from './print.ts'

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
  for (let turn = 0; turn < warm; turn += 1) await call(turn)
  const taken: number[] = []
  for (let turn = 0; turn < times; turn += 1) taken.push(await timeOf(() => call(turn)))
  return percentile(taken)
}

/** A call of a list among `n` rows; `turn` varies what is looked for. */
export type ListCall = (db: Database, n: number, turn: number) => Promise<unknown>

/**
 * The calls of a list at each size, in turns, so that whatever else the machine does slows all sizes
 * alike; the ratio is to the smallest. `fill` says what fills an empty database with so many rows.
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

/** Calls that are not counted. */
const warm = 5
/** How often each call of a list is made at a size. */
export const listTurns = warm + 60

async function timeOf(call: () => Promise<unknown>) {
  const began = performance.now()
  await call()
  return performance.now() - began
}

function percentile(taken: number[]) {
  return taken.toSorted((a, b) => a - b)[Math.ceil(taken.length * 0.95) - 1]!
}

/** A search that takes too long is refused: the time until then is what it takes. */
function givenUp(error: unknown) {
  if (!(error instanceof Refusal)) throw error
}
