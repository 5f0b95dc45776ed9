import { sql } from 'kysely'
import { rests } from '#server/access/subscriptions/still.ts'
import type { Database } from '#server/kernel/database/database.ts'

/** The latest first. A renewal ends long before the limit of 50. */
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

export function findWaitingRenewal(db: Database, orderId: string) {
  return db
    .selectFrom('renewals')
    .select(['state', 'due_at', 'gives_up_at', sql<boolean>`${rests('renewals')}`.as('resting')])
    .where('open_order_id', '=', orderId)
    .executeTakeFirst()
}
