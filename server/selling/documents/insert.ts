import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod'
import { type DocumentKind, document } from '#contract/selling/documents.ts'
import type { Database, Tx } from '#server/kernel/database/database.ts'
import type { Made } from './order.ts'
import { type Snapshot, says } from './read.ts'

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
 * Call it last: other documents of the series wait until the transaction ends. The time is read
 * after the number, so a higher number is never older.
 */
export async function insertDocument(db: Database, all: Wanted): Promise<Made> {
  const { correctsId, refundId, at, ...wanted } = all
  const series = seriesOf(wanted.kind, wanted.test)
  const draft = draftOf({ ...wanted, number: `${series}-1`, issued_at: new Date(0) })
  const { rows } = await sql<{ id: number; content: string }>`
    with counted as (
      select last + 1 as number from document_series where series = ${series} for update
    ), issued as (
      select number, coalesce(${at ?? null}::timestamptz,
                              date_trunc('milliseconds', clock_timestamp())) as at
        from counted
    ), whole as (
      select number, at, replace(replace(${draft.content}, ${draft.number},
                                         ${series} || '-' || number), ${draft.time},
               to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as content
        from issued
    )
    insert into documents (series, number, kind, order_id, corrects_id, refund_id, issued_at,
                           total_cents, tax_cents, content, sha256)
    select ${series}, number, ${wanted.kind}, ${wanted.order}::uuid, ${correctsId ?? null}::bigint,
           ${refundId ?? null}::uuid, at, ${wanted.total}::integer, ${wanted.tax}::integer, content,
           encode(sha256(convert_to(content, 'UTF8')), 'hex')
      from whole
    returning id, content`.execute(db)
  const [made] = rows
  if (made) {
    const { id, content } = made
    return { id, corrects: correctsId ?? null, refund: refundId ?? null, says: says(content) }
  }
  await beginSeries(db, series)
  return insertDocument(db, all)
}

/** The content with placeholders for the number and the time, which only the database knows. */
function draftOf(snapshot: Snapshot) {
  const [number, time] = [randomUUID(), randomUUID()]
  const encoded = z.encode(document, snapshot)
  return { number, time, content: JSON.stringify({ ...encoded, number, issued_at: time }) }
}

async function beginSeries(db: Database, series: string) {
  await sql`
    insert into document_series (series) values (${series}) on conflict do nothing`.execute(db)
}

/** Call it before writing to several series, so that two such transactions cannot deadlock. */
export async function lockCreditNotes(tx: Tx, test: boolean) {
  const series = seriesOf('credit_note', test)
  await beginSeries(tx, series)
  await tx
    .selectFrom('document_series')
    .select('series')
    .where('series', '=', series)
    .forUpdate()
    .execute()
}
