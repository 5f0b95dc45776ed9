import { sql } from 'kysely'

// No table that is joined with users has these columns, so the table name is omitted.

/** Not deleted. The row of a deleted user stays for the orders that refer to it. */
export const living = sql<boolean>`deleted_at is null`

/** Staff members. The expression must match that of the index `users_staff`. */
export const ofStaff = sql<boolean>`(admin or support)`

export const active = sql<boolean>`(deleted_at is null and not banned)`

export const reachable = sql<boolean>`(deleted_at is null and not banned and verified_at is not null)`
