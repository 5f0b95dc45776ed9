import { sql } from 'kysely'
import type { Database, Tx } from '#server/kernel/database.ts'
import type { RetentionRule } from '#server/kernel/retention.ts'

/** As long as a card payment can be disputed, and a month more to answer. */
const keeps = '13 months'
const kept = sql`${keeps}::interval`

export const disputeRetention: readonly RetentionRule[] = [
  {
    what: 'Where orders and downloads came from, and evidence of disputes',
    keeps,
    run: forgetOldTraces,
  },
]

const open = sql`state in ('warning', 'needs_response', 'under_review')`

/**
 * Forgets from where orders were placed and loaders were downloaded, and what banks were told, after 13
 * months; of somebody who was deleted at once. What an open dispute needs stays until it is closed.
 */
export async function forgetOldTraces(db: Database) {
  await sql`
    delete from downloads
     where created_at < now() - ${kept} and ${withoutDispute(sql`downloads.user_id`)}`.execute(db)
  // Every day looks back two months: what was older then is forgotten already.
  await sql`
    update orders set address = null
     where created_at < now() - ${kept} and created_at > now() - ${kept} - interval '2 months'
       and address is not null and ${withoutDispute(sql`orders.user_id`)}`.execute(db)
  await sql`
    update disputes set evidence = '{}', revision = revision + 1
     where not (${open}) and closed_at < now() - ${kept} and evidence <> '{}'`.execute(db)
  const { rows } = await sql<{ id: number }>`
    select distinct users.id from users join orders on orders.user_id = users.id
      join disputes on order_id = orders.id
     where deleted_at is not null and ${withoutDispute(sql`users.id`)}
       and (disputes.evidence <> '{}' or orders.address is not null
         or exists (select from downloads where user_id = users.id))`.execute(db)
  for (const { id } of rows) await forgetTracesOf(db, id)
}

/** The same at once for somebody who is deleted, unless a dispute of theirs is open. */
export async function forgetTracesOf(db: Tx | Database, userId: number) {
  const free = withoutDispute(sql`${userId}::bigint`)
  await sql`delete from downloads where user_id = ${userId} and ${free}`.execute(db)
  await sql`
    update orders set address = null
     where user_id = ${userId} and address is not null and ${free}`.execute(db)
  await sql`
    update disputes set evidence = '{}', revision = revision + 1
      from orders where orders.id = order_id and user_id = ${userId} and evidence <> '{}'
       and ${free}`.execute(db)
}

function withoutDispute(user: ReturnType<typeof sql>) {
  return sql`not exists (
    select from disputes as held join orders as disputed on disputed.id = held.order_id
     where disputed.user_id = ${user} and held.state in ('warning', 'needs_response', 'under_review'))`
}
