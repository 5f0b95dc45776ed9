import { sql } from 'kysely'

// They stand without the table's name in joins, too: of the tables that are joined with users none has
// these columns.

/** Not deleted: a deleted user's row stays for the orders that refer to it. */
export const living = sql<boolean>`deleted_at is null`

/** Of the staff, in the words of their index, `users_staff`. */
export const ofStaff = sql<boolean>`(admin or support)`

/** Neither deleted nor banned. */
export const active = sql<boolean>`(deleted_at is null and not banned)`

/** Active, with an address that is known to be theirs. */
export const reachable = sql<boolean>`(deleted_at is null and not banned and verified_at is not null)`
