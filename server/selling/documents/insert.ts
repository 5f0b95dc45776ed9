import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod'
import { type DocumentKind, document } from '#contract/selling/documents.ts'
import type { Tx } from '#server/kernel/database/database.ts'

/** The content of a document, in cents and dates. */
export type Snapshot = z.output<typeof document>

type Wanted = Omit<Snapshot, 'number' | 'issued_at'> & {
  correctsId?: number
  refundId?: string
  /** Defaults to now. */
  at?: Date
}

/** Test mode has its own series, so that a shop's first real customer gets the first number. */
export function seriesOf(kind: DocumentKind, test: boolean): string {
  if (kind === 'receipt' || kind === 'invoice') {
    if (test) return 'TEST'
    return kind === 'invoice' ? 'INV' : 'REC'
  }
  return test ? 'TEST-CN' : 'CN'
}

/**
 * Writes a document with the next number of its series. Other documents wait for this transaction,
 * so do it last. The time is read after the number, so a higher number is never older.
 */
export async function insertDocument(
  tx: Tx,
  { correctsId, refundId, at: past, ...wanted }: Wanted,
) {
  const series = seriesOf(wanted.kind, wanted.test)
  // A transaction may write a credit note before or after an invoice. This series is always locked
  // first, so that two transactions cannot deadlock.
  await lockSeries(tx, seriesOf('credit_note', wanted.test))
  const last = await lockSeries(tx, series)
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx)
  const at = past ?? rows[0]!.at
  const number = last + 1
  const whole = { ...wanted, number: `${series}-${number}`, issued_at: at }
  const content = JSON.stringify(z.encode(document, whole))
  const { id } = await tx
    .insertInto('documents')
    .values({
      series,
      number,
      kind: wanted.kind,
      order_id: wanted.order,
      corrects_id: correctsId ?? null,
      refund_id: refundId ?? null,
      issued_at: at,
      total_cents: wanted.total,
      tax_cents: wanted.tax,
      content,
      sha256: createHash('sha256').update(content).digest('hex'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, corrects: correctsId ?? null, refund: refundId ?? null, says: whole }
}

/** Returns the last number of a series and locks the series until the transaction ends. */
async function lockSeries(tx: Tx, series: string): Promise<number> {
  const locked = tx
    .selectFrom('document_series')
    .select('last')
    .where('series', '=', series)
    .forUpdate()
  const known = await locked.executeTakeFirst()
  if (known) return known.last
  await sql`insert into document_series (series) values (${series}) on conflict do nothing`.execute(
    tx,
  )
  return (await locked.executeTakeFirstOrThrow()).last
}
