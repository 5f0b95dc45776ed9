import { sql } from 'kysely'
import type { Tx } from '#server/kernel/database/database.ts'

/** The caller has locked the renewal. If staff cancel the price now, its row lock decides. */
export async function applyPrice(tx: Tx, id: number) {
  await sql`
    with applied as (
      update renewal_prices set applied_at = now()
       where id = renewal_price_due(${id}) and applied_at is null and dropped_at is null
      returning renewal_id, new_cents
    )
    update renewals set price_cents = new_cents from applied
     where renewals.id = renewal_id`.execute(tx)
}
