import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { staffDocuments } from '#contract/selling/staff-documents.ts'
import { monthIn } from '#contract/wire/time-zone.ts'
import { stayAwake } from '#server/kernel/database/awake.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { tryLock } from '#server/kernel/database/named-lock.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { getFile } from './file.ts'

/** In milliseconds. A client that reads nothing occupies a connection. */
const stall = 60_000

/** Rendered one by one to save memory. Throws 409 while another export of that user is running. */
export async function archiveMonth(
  db: Database,
  userId: number,
  month: string,
  timeZone: string,
): Promise<Readable> {
  const tx = await db.startTransaction().execute()
  try {
    if (!(await tryLock(tx, `documents export ${userId}`)))
      throw new Refusal(staffDocuments.archive.refusals.exporting_documents_already)
    const { from, until } = monthIn(month, timeZone)
    const rows = await tx
      .selectFrom('documents')
      .select(['name', 'issued_at'])
      .where('issued_at', '>=', from)
      .where('issued_at', '<', until)
      .orderBy('series')
      .orderBy('number')
      .execute()
    const rest = await stayAwake(tx)
    return zip(db, rows, () => {
      rest()
      return tx.rollback().execute()
    })
  } catch (error) {
    await tx.rollback().execute()
    throw error
  }
}

type Row = { name: string | null; issued_at: Date }

function zip(db: Database, rows: readonly Row[], free: () => Promise<unknown>): Readable {
  const archive = new ZipFile()
  const out = new PassThrough({
    // Releases the lock before the reader sees the end, because the next export may start at once.
    flush: (done) => void free().then(() => done(), done),
  })
  let read = clock.machine()
  const watch = setInterval(() => {
    if (clock.machine() - read > stall) out.destroy()
  }, 5000)
  out.on('data', () => {
    read = clock.machine()
  })
  out.pause()
  out.once('close', () => {
    clearInterval(watch)
    void free().catch(() => {})
  })
  archive.on('error', (error) => out.destroy(error))
  for (const { name, issued_at } of rows) {
    // PDFs are already compressed.
    const options = { mtime: issued_at, compress: false }
    archive.addReadStreamLazy(`${name}.pdf`, options, (done) => {
      getFile(db, name!).then(
        ({ pdf }) => done(null, Readable.from([pdf])),
        (error) => done(error, Readable.from([])),
      )
    })
  }
  archive.outputStream.pipe(out)
  archive.end()
  return out
}
