import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import type { DocumentKind } from '#contract/documents.ts'
import { pagingRefusals } from '#contract/lists.ts'
import { reachableDocuments, type staffDocuments } from '#contract/staff-documents.ts'
import { countAbout } from '#server/kernel/bounded-search.ts'
import { allOf } from '#server/kernel/conditions.ts'
import { type Database, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { startingWith } from '#server/kernel/like.ts'
import { companyParts, idRange } from '#server/orders/find.ts'

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

/** A page of the documents that match, newest first. Throws 400 for a page beyond the reachable ones. */
export async function searchDocuments(db: Database, wanted: Wanted) {
  const { q, kind, start_time, end_time, page, limit } = wanted
  if ((page + 1) * limit > reachableDocuments) {
    throw new Refusal(pagingRefusals.too_deep, { values: { most: reachableDocuments } })
  }
  const where = allOf(
    q !== undefined && sql`documents.id in (${idsOf(q)})`,
    kind !== undefined && sql`documents.kind = ${kind}`,
    start_time !== undefined && sql`documents.issued_at >= ${start_time}`,
    end_time !== undefined && sql`documents.issued_at <= ${end_time}`,
  )
  return transaction(db, async (tx) => {
    const { rows: documents } = await sql<Row>`
    with page as materialized (
      select * from documents where ${where}
       order by documents.id desc limit ${limit} offset ${page * limit})
    select documents.id, documents.name as number, documents.kind, documents.issued_at,
           documents.total_cents as total, corrected.name as corrects, documents.order_id as order,
           documents.content::json -> 'buyer' ->> 'username' as buyer,
           documents.content::json #>> '{buyer,company,name}' as company
      from page as documents left join documents as corrected on corrected.id = documents.corrects_id
     order by documents.id desc`.execute(tx)
    return { documents, ...(await countAbout(tx, sql`select from documents where ${where}`)) }
  })
}

/** Of each thing that a text may be: more than can be paged to, so that the total tells it. */
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
