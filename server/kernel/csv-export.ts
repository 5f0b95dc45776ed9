import { Readable } from 'node:stream'
import { type ControlledTransaction, type RawBuilder, sql } from 'kysely'
import type { DeclaredRefusal } from '#contract/refusals.ts'
import type { DB } from '#db/tables.ts'
import type { Database } from './database.ts'
import { Refusal } from './errors.ts'
import { tryLock } from './named-lock.ts'

const rowsAtOnce = 1000
/**
 * An export whose client reads nothing for this long (milliseconds) is ended: it holds a
 * connection.
 */
const stall = 60_000
/** When PostgreSQL ends what its process does not end (milliseconds). */
const idle = stall + 30_000

type Export<Row> = {
  /** Of several with the same name, in whichever process, one runs. */
  name: string
  /** What the others are told. */
  busy: DeclaredRefusal
  query: RawBuilder<unknown>
  head: string
  line: (row: Row) => string
}

/** The rows of a query as CSV, through a cursor and so in as much memory as a batch takes. */
export async function exportCsv<Row>(
  db: Database,
  { name, busy, query, head, line }: Export<Row>,
): Promise<Readable> {
  const tx = await db.startTransaction().execute()
  try {
    if (!(await tryLock(tx, name))) throw new Refusal(busy)
    // `stall` ends it, and PostgreSQL that of a process that is frozen.
    await sql`select set_config('idle_in_transaction_session_timeout', ${String(idle)}, true)`.execute(
      tx,
    )
    await sql`declare export no scroll cursor for ${query}`.execute(tx)
  } catch (error) {
    await tx.rollback().execute()
    throw error
  }
  return readCursor(tx, head, line)
}

function readCursor<Row>(
  tx: ControlledTransaction<DB>,
  head: string,
  line: (row: Row) => string,
): Readable {
  let begun = false
  let fetching: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout
  const watch = (stream: Readable) => {
    clearTimeout(timer)
    timer = setTimeout(() => stream.destroy(), stall)
  }
  async function fetchLines(): Promise<string | null> {
    const { rows } = await sql<Row>`fetch ${sql.lit(rowsAtOnce)} from export`.execute(tx)
    const lines = rows.map(line).join('')
    if (!begun) {
      begun = true
      return head + lines
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
