import { sql } from 'kysely'
import type { Tx } from '#server/kernel/database/database.ts'

export const removedAddress = 'removed'

/** Payouts that are still to be sent keep their address until then. */
export async function forgetAddresses(tx: Tx, userId: number) {
  await sql`
    update payouts set address = ${removedAddress}, memo = null, code_hash = null
      from orders join users on users.id = user_id
     where orders.id = payouts.order_id and user_id = ${userId} and deleted_at is not null
       and payouts.status in ('sent', 'done', 'withdrawn') and payouts.address is not null`.execute(
    tx,
  )
}
