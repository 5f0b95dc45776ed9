import { sql } from 'kysely'
import type { Database } from '#server/kernel/database.ts'
import type { Shop } from '#server/kernel/shop.ts'
import { offered } from './providers.ts'
import { settleCardEvent } from './settle-card.ts'
import { settleCrypto } from './settle-crypto.ts'

/** Works a stored event: reads its object again from the provider and settles by that. */
export async function workEvent({ db, card, crypto }: Shop, id: number) {
  const event = await db
    .selectFrom('payment_events')
    .select(['provider', 'payload', toldAgain.as('toldAgain')])
    .where('id', '=', id)
    .where('worked_at', 'is', null)
    .executeTakeFirst()
  if (!event) return
  if (event.toldAgain) return markWorked(db, id)
  try {
    if (event.provider === 'stripe') {
      const provider = offered(card)
      await settleCardEvent(db, provider, provider.understand(event.payload))
    } else {
      const provider = offered(crypto)
      await settleCrypto(db, provider, provider.understand(event.payload).paymentId)
    }
  } catch (error) {
    const message = (error as Error).message.slice(0, 1000)
    await db.updateTable('payment_events').set({ error: message }).where('id', '=', id).execute()
    throw error
  }
  await markWorked(db, id)
}

/**
 * NOWPayments tells of each step of a payment, and any of them has the payment read as it is by
 * then: of those that wait, the last one does for all. Their ids begin with the payment's.
 */
const toldAgain = sql<boolean>`payment_events.provider = 'nowpayments' and exists (
  select from payment_events later
   where later.provider = 'nowpayments' and later.worked_at is null
     and later.id > payment_events.id
     and split_part(later.event_id, ':', 1) = split_part(payment_events.event_id, ':', 1))`

async function markWorked(db: Database, id: number) {
  await db
    .updateTable('payment_events')
    .set({ error: null, worked_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}
