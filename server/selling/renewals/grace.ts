import { sql } from 'kysely'
import { enterTime, lockCustomer } from '#server/access/subscriptions/ledger.ts'
import { isFailing } from '#server/access/subscriptions/renewal-states.ts'
import { rests } from '#server/access/subscriptions/still.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { forEach, report } from '#server/kernel/jobs/rounds.ts'
import { lockRenewal } from './read.ts'

/**
 * For customers with two paid periods whose time expires while a payment fails. Never longer than
 * the term, and none while grace is owed. Later grants repay it (`time_entries_then_repay_grace`).
 */
export async function lendGrace(db: Database) {
  const { graceDays } = await db
    .selectFrom('settings')
    .select('renewal_grace_days as graceDays')
    .executeTakeFirstOrThrow()
  if (graceDays === 0) return
  const { rows } = await sql<{ id: number; userId: number; productId: number }>`
    select id, user_id as "userId", product_id as "productId" from renewals
     where ${isDue} limit 500`.execute(db)
  const failures = await forEach(rows, ({ id, userId, productId }) =>
    transaction(db, async (tx) => {
      await lockCustomer(tx, userId)
      const renewal = await lockRenewal(tx, sql`renewals.id = ${id} and ${isDue}`, { wait: true })
      if (!renewal) return
      const seconds = Math.min(graceDays * 86_400, renewal.term_seconds)
      await enterTime(tx, { userId, productId, seconds, cause: 'grace' })
    }),
  )
  report(failures, 'customers could not be given a grace period')
}

/** Grace starts shortly before the expiry date, so that the time runs on without a gap. */
const isDue = sql`
  ${isFailing('renewals')} and paid_periods >= 2
  and not ${rests('renewals')}
  and grace_owed(renewals.user_id, renewals.product_id) = 0
  and time_ends_at(renewals.user_id, renewals.product_id) <= now() + interval '2 minutes'`
