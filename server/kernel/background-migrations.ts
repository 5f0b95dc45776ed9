import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import { type Database, type Tx, transaction } from './database.ts'
import { enqueue, job } from './jobs.ts'

/**
 * What a migration wants done to every row of a large table, in the order of a key that only grows. The
 * migration inserts `name` into `background_migrations`. Until the work is finished, the code reads rows
 * of both kinds, and new rows, those of the version before included, are written as changed already or
 * changed by a trigger.
 */
export type BackgroundMigration = {
  /** As the migration that begins it: `0123_order_days`. */
  name: string
  /** In words, for who keeps the shop. */
  does: string
  table: string
  /** A key of whole numbers. */
  key: string
  /** Changes the rows whose key is above `after` and at most `upTo`. */
  change: (tx: Tx, after: number, upTo: number) => Promise<void>
}

/** All that this version knows. One stays after most shops are done with it, for those that upgrade late. */
export const backgroundMigrations: readonly BackgroundMigration[] = []

/** Rows of one transaction: more would hold their locks for long. */
const batch = 1000
/** Milliseconds of one run, for which a process that is told to stop waits. */
const mostPerRun = 3000

/** Works a while at what is unfinished. True when there is more to do. */
export async function migrateRows(
  db: Database,
  known: readonly BackgroundMigration[] = backgroundMigrations,
): Promise<boolean> {
  const until = performance.now() + mostPerRun
  const failed = new Set<string>()
  while (performance.now() < until) {
    const next = await findNext(db, known, failed)
    if (!next) return false
    try {
      if (!(await doBatch(db, next))) return false
    } catch (error) {
      // Its place is as it was, and the others go on: it is tried again with the next run.
      failed.add(next.name)
      await db
        .updateTable('background_migrations')
        .set({ error: (error as Error).message })
        .where('name', '=', next.name)
        .execute()
    }
  }
  return true
}

async function findNext(
  db: Database,
  known: readonly BackgroundMigration[],
  failed: ReadonlySet<string>,
) {
  const rows = await listUnfinished(db)
  const open = rows.find(
    ({ name }) => !failed.has(name) && known.some((migration) => migration.name === name),
  )
  return open && known.find(({ name }) => name === open.name)
}

/**
 * The rows and how far it came are one transaction: a process that is killed has done the batch or not,
 * and the next one goes on there. False while another process is at it.
 */
function doBatch(db: Database, { name, table, key, change }: BackgroundMigration) {
  return transaction(db, async (tx) => {
    const row = await tx
      .selectFrom('background_migrations')
      .select('done_up_to')
      .where('name', '=', name)
      .where('finished_at', 'is', null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!row) return false
    const after = row.done_up_to
    const { last, rows } = await findBatch(tx, table, key, after)
    if (last !== null) await change(tx, after, last)
    await tx
      .updateTable('background_migrations')
      .set({
        ...(last === null ? { finished_at: sql<Date>`now()` } : { done_up_to: last }),
        done_rows: sql`done_rows + ${rows}`,
        error: null,
      })
      .where('name', '=', name)
      .execute()
    return true
  })
}

async function findBatch(tx: Tx, table: string, key: string, after: number) {
  const column: RawBuilder<number> = sql.ref(key)
  const found = await sql<{ last: number | null; rows: number }>`
    select max(key)::bigint as last, count(*)::int as rows
      from (select ${column} as key from ${sql.table(table)}
             where ${column} > ${after} order by ${column} limit ${batch}) as next`.execute(tx)
  return found.rows[0]!
}

/** What is under way, in the order in which it is done. */
export function listUnfinished(db: Database) {
  return db
    .selectFrom('background_migrations')
    .select(['name', 'done_rows', 'began_at', 'error'])
    .where('finished_at', 'is', null)
    .orderBy('began_at')
    .orderBy('name')
    .execute()
}

const goOn = job({
  name: 'migrations.rows',
  does: 'Does in batches what an upgrade wants done to many rows',
  payload: z.object({}),
  cron: '* * * * *',
  async run({ db }) {
    if (await migrateRows(db)) await enqueue(db, goOn, {}, { key: 'migrations.rows' })
  },
})

export const migrationJobs = [goOn]
