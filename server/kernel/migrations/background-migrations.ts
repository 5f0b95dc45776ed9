import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { enqueue, job } from '#server/kernel/jobs/jobs.ts'

/**
 * Changes every row of a large table. The migration inserts `name` into `background_migrations`.
 * Until it is done, the code reads both forms and writes the new one.
 */
export type BackgroundMigration = {
  /** The name of the migration that starts it: `0123_order_days`. */
  name: string
  does: string
  table: string
  /** A column of integers. */
  key: string
  /** Changes the rows whose key is above `after` and at most `upTo`. */
  change: (tx: Tx, after: number, upTo: number) => Promise<void>
}

/** An entry stays after most shops have finished it, for shops that upgrade late. */
export const backgroundMigrations: readonly BackgroundMigration[] = []

/** Rows per transaction. A larger batch would hold its locks for too long. */
const batch = 1000
/** Maximum duration of one run in milliseconds. A stopping process waits for the run to end. */
const mostPerRun = 3000

/** Processes unfinished background migrations for a limited time. Returns true if work remains. */
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
      // The progress of this migration is unchanged, and the next run retries it.
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

/** Records the progress in the same transaction. Returns false while another process is at work. */
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
  does: 'Runs the background migrations of an upgrade',
  payload: z.object({}),
  cron: '* * * * *',
  async run({ db }) {
    if (await migrateRows(db)) await enqueue(db, goOn, {}, { key: 'migrations.rows' })
  },
})

export const migrationJobs = [goOn]
