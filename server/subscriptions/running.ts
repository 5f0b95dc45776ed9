import { sql } from 'kysely'
import { standsStill } from './still.ts'

/**
 * A subscription whose time is not over, or stands still. Where time is booked, the ledger asks the
 * clock instead.
 */
export const running = sql<boolean>`
  (subscriptions.ends_at > now() or ${standsStill('subscriptions')})`
