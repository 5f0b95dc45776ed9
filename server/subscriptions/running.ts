import { sql } from 'kysely'

/** A subscription whose time is not over. Where time is booked, the ledger asks the clock instead. */
export const running = sql<boolean>`subscriptions.ends_at > now()`
