import { Readable } from 'node:stream'
import { type ControlledTransaction, type RawBuilder, sql } from 'kysely'
import type { DeclaredRefusal } from '#contract/wire/refusals.ts'
import type { DB } from '#db/tables.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { tryLock } from '#server/kernel/database/named-lock.ts'
import { Refusal } from '#server/kernel/http/errors.ts'

const rowsAtOnce = 1000
/** In milliseconds. An export that its client does not read holds a connection. */
const stall = 60_000
/** Milliseconds after which PostgreSQL ends the transaction if the process does not. */
const idle = stall + 30_000

type Export<Row> = {
  /** Only one export of the same name runs at a time, across all processes. */
  name: string
  busy: DeclaredRefusal
  query: RawBuilder<unknown>
  head: string
  line: (row: Row) => string
}

/** Reads through a cursor, so it needs the memory of one batch. */
export async function exportCsv<Row>(
  db: Database,
  { name, busy, query, head, line }: Export<Row>,
): Promise<Readable> {
  const tx = await db.startTransaction().execute()
  try {
    if (!(await tryLock(tx, name))) throw new Refusal(busy)
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
    // Before the reader sees the end of the stream, so that the next export can start at once.
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
