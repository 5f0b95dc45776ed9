import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import type { DocumentKind } from '#contract/documents.ts'
import type { staffDocuments } from '#contract/staff-documents.ts'
import { allOf } from '#server/kernel/conditions.ts'
import type { Database } from '#server/kernel/database.ts'
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

/** Documents that match, newest first, from where the page before ended. */
export async function searchDocuments(db: Database, wanted: Wanted) {
  const { q, kind, start_time, end_time, limit, after } = wanted
  const where = allOf(
    q !== undefined && sql`documents.id in (${idsOf(q)})`,
    kind !== undefined && sql`documents.kind = ${kind}`,
    start_time !== undefined && sql`documents.issued_at >= ${start_time}`,
    end_time !== undefined && sql`documents.issued_at <= ${end_time}`,
    after !== undefined && sql`documents.id < ${after}`,
  )
  const { rows } = await sql<Row>`
    select documents.id, documents.name as number, documents.kind, documents.issued_at,
           documents.total_cents as total, corrected.name as corrects, documents.order_id as order,
           documents.content::json -> 'buyer' ->> 'username' as buyer,
           documents.content::json #>> '{buyer,company,name}' as company
      from documents left join documents as corrected on corrected.id = documents.corrects_id
     where ${where}
     order by documents.id desc limit ${limit + 1}`.execute(db)
  const documents = rows.slice(0, limit)
  return { documents, next: rows.length > limit ? documents.at(-1)!.id : null }
}

/** Of each thing that a text may be, at most so many. */
const most = 500

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
    ...companyParts(q).map(
      (orders) =>
        sql`(select id from documents where order_id = any(array(${orders})) order by id desc limit ${most})`,
    ),
  ].filter((part) => part !== undefined)
  return sql.join(parts, sql` union `)
}
