import { sql } from 'kysely'
import { batchRefusals } from '#contract/outages/credits.ts'
import { bom, csvRow } from '#contract/wire/csv.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { exportCsv } from '#server/kernel/lists/csv-export.ts'
import { shownName } from '#server/platform/users/shown-name.ts'
import { getBatch } from './batches.ts'

type Row = {
  uid: number
  username: string
  product: string
  subscription: number
  seconds: number
  state: string
  why: string | null
  taken_back: number
}

const columns = [
  'uid',
  'username',
  'product',
  'subscription',
  'seconds',
  'state',
  'why',
  'taken_back',
] as const

/** With each customer's credit, or the reason why they get none. Throws 404 and 409. */
export async function exportBatch(db: Database, staff: number, batch: number) {
  await getBatch(db, batch)
  return exportCsv<Row>(db, {
    name: `export of batch ${batch} ${staff}`,
    busy: batchRefusals.exporting_batch_already,
    query: sql`
      select user_id as uid, ${shownName()} as username, products.name as product,
             subscription_id as subscription, seconds, state, why, taken_back
        from time_credits join users on users.id = user_id
        join products on products.id = product_id
       where batch_id = ${batch} order by time_credits.id`,
    head: bom + csvRow(columns),
    line: (row) => csvRow(columns.map((column) => String(row[column] ?? ''))),
  })
}
