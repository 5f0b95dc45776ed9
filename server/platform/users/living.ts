import { sql } from 'kysely'

// These expressions omit the table name even in joins, since no table that is joined with users has
// these columns.

/** Not deleted. The row of a deleted user stays for the orders that refer to it. */
export const living = sql<boolean>`deleted_at is null`

/** Staff members. The expression must match that of the index `users_staff`. */
export const ofStaff = sql<boolean>`(admin or support)`

/** Neither deleted nor banned. */
export const active = sql<boolean>`(deleted_at is null and not banned)`

/** Active, with a verified address. */
export const reachable = sql<boolean>`(deleted_at is null and not banned and verified_at is not null)`
