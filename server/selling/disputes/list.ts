import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import type { staffDisputes } from '#contract/selling/staff-disputes.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { pageOf } from '#server/kernel/lists/page.ts'
import { shownName } from '#server/platform/users/shown-name.ts'
import { tookPart } from './parts.ts'
import { isOpen } from './states.ts'

type Wanted = z.output<typeof staffDisputes.list.query>

/** Disputes that need a response come first, sorted by due date. */
const dueFirst = sql`case when state = 'needs_response' then due_at end asc nulls last,
  opened_at desc, disputes.id desc`

export async function listDisputes(db: Database, { state, page, limit }: Wanted) {
  const { rows, total } = await pageOf(
    selectDisputes(db)
      .$if(state !== undefined, (query) => query.where(isIn(state!)))
      .orderBy(dueFirst as RawBuilder<unknown>),
    { page, limit },
  )
  return { disputes: rows, total }
}

export function selectDisputes(db: Database) {
  return db
    .selectFrom('disputes')
    .innerJoin('orders', 'orders.id', 'order_id')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['disputes.id', 'order_id as order', 'user_id as uid', 'state', 'reason'])
    .select(['network_reason', 'amount_cents as amount', 'due_at', 'opening', 'opened_at'])
    .select(['closed_at', shownName().as('username')])
    .select(sql<boolean>`users.deleted_at is not null`.as('deleted'))
    .select(tookPart.as('part'))
}

const isIn = (state: NonNullable<Wanted['state']>) =>
  state === 'open' ? isOpen('state') : sql<boolean>`state = ${state}`

/** Counts the disputes that need a response, and returns the earliest due date. */
export function countDisputesToAnswer(db: Database) {
  return db
    .selectFrom('disputes')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.min<Date | null>('due_at').as('due_at'),
    ])
    .where('state', '=', 'needs_response')
    .executeTakeFirstOrThrow()
}
