import { sql } from 'kysely'
import { standsStill } from './still.ts'

/**
 * A subscription that has not expired or is frozen. Code that writes to the ledger uses the clock
 * instead.
 */
export const running = sql<boolean>`
  (subscriptions.ends_at > now() or ${standsStill('subscriptions')})`
