import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#server/kernel/database/database.ts'
import type { RetentionRule } from '#server/kernel/database/retention.ts'
import { isOpen } from './states.ts'

/** The time in which a card payment can be disputed, plus a month to answer. */
const keeps = '13 months'

/** Data that an open dispute needs is kept until it is closed. */
export const disputeRetention: readonly RetentionRule[] = [
  {
    what: 'Downloads, with their IP addresses',
    table: 'downloads',
    since: 'created_at',
    keeps,
    where: withoutDispute(sql`downloads.user_id`),
  },
  {
    what: 'IP addresses of orders',
    table: 'orders',
    since: 'created_at',
    keeps,
    where: sql`address is not null and ${withoutDispute(sql`orders.user_id`)}`,
    set: sql`address = null`,
  },
  {
    what: 'Evidence of closed disputes',
    table: 'disputes',
    since: 'closed_at',
    keeps,
    where: sql`not (${isOpen('state')}) and evidence <> '{}'`,
    set: sql`evidence = '{}', revision = revision + 1`,
  },
  {
    what: 'The same for deleted users without an open dispute',
    keeps: '0 days',
    run: forgetOfDeleted,
  },
]

async function forgetOfDeleted(db: Database) {
  const { rows } = await sql<{ id: number }>`
    select distinct users.id from users join orders on orders.user_id = users.id
      join disputes on order_id = orders.id
     where deleted_at is not null and ${withoutDispute(sql`users.id`)}
       and (disputes.evidence <> '{}' or orders.address is not null
         or exists (select from downloads where user_id = users.id))`.execute(db)
  for (const { id } of rows) await forgetTracesOf(db, id)
}

/** Forgets the downloads, addresses and evidence of a user, unless they have an open dispute. */
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

function withoutDispute(user: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select from disputes as held join orders as disputed on disputed.id = held.order_id
     where disputed.user_id = ${user} and ${isOpen('held.state')})`
}
