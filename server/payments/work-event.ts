import { sql } from 'kysely'
import type { Shop } from '#server/shop/shop.ts'
import { offered } from './providers.ts'
import { settleCardEvent } from './settle-card.ts'
import { settleCrypto } from './settle-crypto.ts'

/**
 * Works a stored event: reads its object again from the provider and settles by that. What waits of
 * the same topic is worked by it, too.
 */
export async function workEvent({ db, card, crypto }: Shop, id: number) {
  const event = await db
    .selectFrom('payment_events')
    .select(['provider', 'payload', waiting.as('ids')])
    .where('id', '=', id)
    .where('worked_at', 'is', null)
    .executeTakeFirst()
  if (!event) return
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
  await db
    .updateTable('payment_events')
    .set({ error: null, worked_at: sql`now()` })
    .where('id', 'in', event.ids)
    .execute()
}

/** Known before the provider is asked: what it tells of later may not be in its answer. */
const waiting = sql<number[]>`(
  select array_agg(every.id) from payment_events every
   where every.id = payment_events.id
      or (every.worked_at is null and every.provider = payment_events.provider
          and every.topic = payment_events.topic))`
