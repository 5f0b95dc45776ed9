import { sql } from 'kysely'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { clockOf } from './still.ts'

export type Grant = {
  userId: number
  productId: number
  /** Above zero. */
  seconds: number
  cause: 'purchase' | 'grant' | 'reward' | 'compensation' | 'grace' | 'unfreeze'
  /** Set for a purchase, which is granted once per item, and for returning lost time of one. */
  orderItemId?: number
  actorId?: number
  note?: string
}

/** Locks a user's subscriptions, so that changes to them are serialised. */
export function lockCustomer(tx: Tx, userId: number) {
  return tx
    .selectFrom('users')
    .select('referred_by as referredBy')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Returns undefined if the purchase was granted before. A trigger deducts the owed grace days. */
export function grantTime(db: Database, grant: Grant): Promise<number | undefined> {
  return transaction(db, async (tx) => {
    await lockCustomer(tx, grant.userId)
    return enterTime(tx, grant)
  })
}

/** Like `grantTime`, but the caller has locked the user. */
export async function enterTime(tx: Tx, grant: Grant): Promise<number | undefined> {
  // A run may have expired while this waited for the lock, so the transaction's start is too early.
  const { rows } = await sql<{ id: number }>`
    with granted as (
      select from time_entries
       where order_item_id = ${grant.orderItemId ?? null} and cause = 'purchase'
         and ${grant.cause} = 'purchase'
    ), going as (
      select id from subscriptions
       where user_id = ${grant.userId} and product_id = ${grant.productId}
         and ends_at > clock_timestamp()
       order by ends_at desc limit 1
    ), started as (
      insert into subscriptions (user_id, product_id, created_at, ends_at)
      select ${grant.userId}, ${grant.productId}, clock_timestamp(), clock_timestamp()
       where not exists (select from going) and not exists (select from granted)
      returning id
    )
    insert into time_entries (subscription_id, seconds, cause, order_item_id, actor_id, note)
    select run.id, ${grant.seconds}, ${grant.cause}, ${grant.orderItemId ?? null}::bigint,
           ${grant.actorId ?? null}::bigint, ${grant.note ?? null}
      from (select id from going union all select id from started) as run
     where not exists (select from granted)
    returning id`.execute(tx)
  return rows[0]?.id
}

/** Revokes the time of one product or of all. Returns the seconds per product, perhaps none. */
export function revokeTime(
  db: Database,
  { userId, productId, actorId }: { userId: number; productId?: number; actorId: number },
): Promise<{ productId: number; seconds: number }[]> {
  return transaction(db, async (tx) => {
    await lockCustomer(tx, userId)
    const { rows } = await sql<{ productId: number; seconds: number }>`
      with going as (
        select id, product_id, least(
                 ceil(extract(epoch from ends_at - ${clockOf('run')}))::bigint, term_length
               ) as seconds
          from subscriptions as run
         where user_id = ${userId} and ends_at > ${clockOf('run')}
           and (${productId ?? null}::bigint is null or product_id = ${productId ?? null})
      ), taken as (
        insert into time_entries (subscription_id, seconds, cause, actor_id)
        select id, -seconds, 'revocation', ${actorId} from going where seconds > 0
      )
      select product_id as "productId", sum(seconds)::bigint as seconds from going
       where seconds > 0 group by product_id`.execute(tx)
    return rows
  })
}
