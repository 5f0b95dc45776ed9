import { sql } from 'kysely'
import type { Database } from '#server/kernel/database.ts'
import { rests } from '#server/subscriptions/still.ts'

/**
 * Each time that a card was asked for what an order of a renewal costs, the latest first. At most 50,
 * as a renewal is given up long before.
 */
export function listCharges(db: Database, orderId: string) {
  return db
    .selectFrom('renewal_charges')
    .select(['id', 'created_at', 'decided_at', 'status', 'card_brand', 'card_last4'])
    .select(['payment_intent_id', 'code', 'decline_code', 'message'])
    .where('order_id', '=', orderId)
    .orderBy('number', 'desc')
    .limit(50)
    .execute()
}

/** The renewal that waits for an order's money. */
export function findWaitingRenewal(db: Database, orderId: string) {
  return db
    .selectFrom('renewals')
    .select(['state', 'due_at', 'gives_up_at', sql<boolean>`${rests('renewals')}`.as('resting')])
    .where('open_order_id', '=', orderId)
    .executeTakeFirst()
}
