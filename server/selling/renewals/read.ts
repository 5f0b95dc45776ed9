import type { Selectable } from 'kysely'
import { type RawBuilder, sql } from 'kysely'
import type { Renewals } from '#db/tables.ts'
import { rests } from '#server/access/subscriptions/still.ts'
import type { Tx } from '#server/kernel/database/database.ts'
import type { Schedule } from './schedule.ts'

export type LockedRenewal = Selectable<Renewals> &
  Schedule & {
    product: string
    /** The product is not sold at the moment. */
    disabled: boolean
    ends_at: Date
    /** When the renewal would be charged if the owed grace days were deducted. */
    charge_at: Date
    customer_id: string | null
    /** Why the customer could neither stop the renewal nor be notified of it. */
    gone: 'deleted' | 'banned' | null
    /** The time is paused or frozen, so no card is charged. */
    resting: boolean
    now: Date
  }

/** Unless `wait` is set, skips those that another process has locked. */
export async function lockRenewal(
  tx: Tx,
  which: RawBuilder<unknown>,
  { wait }: { wait: boolean },
): Promise<LockedRenewal | undefined> {
  const { rows } = await sql<LockedRenewal>`
    select renewals.*, products.name as product, products.disabled, now() as now,
           stripe_customer_id as customer_id,
           case when deleted_at is not null then 'deleted' when banned then 'banned' end as gone,
           ${rests('renewals')} as resting,
           time_ends_at(user_id, product_id) as ends_at,
           renewal_charge_at(time_ends_at(user_id, product_id)
             - make_interval(secs => grace_owed(user_id, product_id)), term_seconds) as charge_at,
           renewal_retry_days as "retryDays", renewal_give_up_days as "giveUpDays",
           coalesce(time_zone, 'UTC') as "timeZone"
      from renewals
      join products on products.id = product_id
      join users on users.id = user_id
      cross join settings
     where ${which}
     order by due_at limit 1
       for update of renewals ${wait ? sql`` : sql`skip locked`}`.execute(tx)
  return rows[0]
}
