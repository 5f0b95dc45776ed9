import { sql } from 'kysely'
import type { Tx } from '#server/kernel/database.ts'

/** In place of an address that went with its account. */
export const removedAddress = 'removed'

/** Takes out where the coins of a deleted user went. Those that are still to be sent keep it until then. */
export async function forgetAddresses(tx: Tx, userId: number) {
  await sql`
    update payouts set address = ${removedAddress}, memo = null, code_hash = null
      from orders join users on users.id = user_id
     where orders.id = payouts.order_id and user_id = ${userId} and deleted_at is not null
       and payouts.status in ('sent', 'done', 'withdrawn') and payouts.address is not null`.execute(
    tx,
  )
}
