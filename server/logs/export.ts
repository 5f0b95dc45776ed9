import { Readable } from 'node:stream'
import { type ControlledTransaction, sql } from 'kysely'
import { logs } from '#contract/logs.ts'
import { csvHead, csvLine } from '#contract/logs-csv.ts'
import type { DB } from '#db/tables.ts'
import type { Database } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { both, type LogFilters, narrowing, searching } from './filters.ts'

const rowsAtOnce = 1000
/**
 * An export whose client reads nothing for this long (milliseconds) is ended: it holds a
 * connection.
 */
const stall = 60_000

type Row = Parameters<typeof csvLine>[0]

/**
 * Everything that matches as CSV, newest first, through a cursor and so in as much memory as a
 * batch takes. Throws 409 while another export of that user runs, in whichever process.
 */
export async function exportLogs(
  db: Database,
  userId: number,
  filters: LogFilters,
): Promise<Readable> {
  const tx = await db.startTransaction().execute()
  try {
    const lock = `log export ${userId}`
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${lock}, 0)) as free`.execute(tx)
    if (!rows[0]!.free) throw new Refusal(logs.export.refusals.exporting_already)
    await sql`
      declare export no scroll cursor for
       select created_at, level, type, message, details from logs where ${both(narrowing(filters), searching(filters))}
        order by created_at desc, id desc`.execute(tx)
  } catch (error) {
    await tx.rollback().execute()
    throw error
  }
  return readCursor(tx)
}

function readCursor(tx: ControlledTransaction<DB>): Readable {
  let begun = false
  let fetching: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout
  const watch = (stream: Readable) => {
    clearTimeout(timer)
    timer = setTimeout(() => stream.destroy(), stall)
  }
  async function fetchLines(): Promise<string | null> {
    const { rows } = await sql<Row>`fetch ${sql.lit(rowsAtOnce)} from export`.execute(tx)
    const lines = rows.map(csvLine).join('')
    if (!begun) {
      begun = true
      return csvHead + lines
    }
    // Given back before the reader hears the end: the next export may begin at once.
    if (!lines) await tx.rollback().execute()
    return lines || null
  }
  return new Readable({
    construct(done) {
      watch(this)
      done()
    },
    read() {
      watch(this)
      const lines = fetchLines()
      fetching = lines.then(
        (text) => this.push(text),
        (error) => this.destroy(error),
      )
    },
    async destroy(error, done) {
      clearTimeout(timer)
      await fetching
      await tx
        .rollback()
        .execute()
        .catch(() => {})
      done(error)
    },
  })
}
