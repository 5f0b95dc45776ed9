import { sql } from 'kysely'

// No other table has these columns, so they stand without the table's name in a join, too.

/** Not deleted: a deleted user's row stays for the orders that refer to it. */
export const living = sql<boolean>`deleted_at is null`

/** Neither deleted nor banned. */
export const active = sql<boolean>`(deleted_at is null and not banned)`

/** Active, with an address that is known to be theirs. */
export const reachable = sql<boolean>`(deleted_at is null and not banned and verified_at is not null)`
