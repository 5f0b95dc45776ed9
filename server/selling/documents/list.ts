import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import type { DocumentKind } from '#contract/selling/documents.ts'
import { reachableDocuments, staffDocuments } from '#contract/selling/staff-documents.ts'
import type { Database, Tx } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { expectedRows, listNewest, within } from '#server/kernel/lists/bounded-search.ts'
import { allOf } from '#server/kernel/lists/conditions.ts'
import { startingWith } from '#server/kernel/lists/like.ts'
import { requireReachable } from '#server/kernel/lists/page.ts'
import { companyParts, idRange } from '#server/selling/orders/find.ts'

type Wanted = z.output<typeof staffDocuments.list.query>

type Row = {
  id: number
  number: string
  kind: DocumentKind
  issued_at: Date
  total: number
  corrects: string | null
  order: string
  buyer: string
  company: string | null
}

const newestFirst = sql`id desc`

/** Newest first. Throws `too_deep` and `document_search_too_slow`. */
export async function searchDocuments(db: Database, wanted: Wanted) {
  requireReachable(wanted, reachableDocuments)
  const { q, kind, start_time, end_time } = wanted
  const where = allOf(
    q !== undefined && sql`documents.id in (${idsOf(q)})`,
    kind !== undefined && sql`documents.kind = ${kind}`,
    start_time !== undefined && sql`documents.issued_at >= ${start_time}`,
    end_time !== undefined && sql`documents.issued_at <= ${end_time}`,
  )
  const tooSlow = () => new Refusal(staffDocuments.list.refusals.document_search_too_slow)
  return within(db, tooSlow, async (tx) => {
    const { keys, total, total_is_estimate } = await listNewest<{ id: number }>(tx, wanted, {
      matches: (limit) => sql`select id, true as fits from documents
                               where ${where} order by ${newestFirst} limit ${limit}`,
      order: newestFirst,
      most: reachableDocuments,
      likely: () => expectedRows(tx, sql`select from documents where ${where}`),
    })
    return { documents: await readDocuments(tx, keys), total, total_is_estimate }
  })
}

async function readDocuments(tx: Tx, keys: { id: number }[]) {
  const { rows } = await sql<Row>`
    select documents.id, documents.name as number, documents.kind, documents.issued_at,
           documents.total_cents as total, corrected.name as corrects, documents.order_id as order,
           documents.content::json -> 'buyer' ->> 'username' as buyer,
           documents.content::json #>> '{buyer,company,name}' as company
      from documents left join documents as corrected on corrected.id = documents.corrects_id
     where documents.id = any(${keys.map(({ id }) => id)})
     order by documents.id desc`.execute(tx)
  return rows
}

/** A row more than the reachable pages have, so that the total shows the excess. */
const most = reachableDocuments + 1

function idsOf(q: string): RawBuilder<unknown> {
  const named = idRange(q)
  const parts = [
    sql`(select id from documents where name = ${q.toUpperCase()})`,
    named &&
      sql`(select id from documents where order_id between ${named} order by id desc limit ${most})`,
    sql`(select documents.id from users
           join orders on orders.user_id = users.id join documents on order_id = orders.id
          where lower(username) like ${startingWith(q.toLowerCase())}
          order by documents.id desc limit ${most})`,
    ...companyParts(q, most).map(
      (orders) =>
        sql`(select id from documents where order_id = any(array(${orders})) order by id desc limit ${most})`,
    ),
  ].filter((part) => part !== undefined)
  return sql.join(parts, sql` union `)
}
