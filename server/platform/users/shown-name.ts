import { sql } from 'kysely'

/** The name that lists and orders show for a user. `users` is the table's alias in the query. */
export function shownName<Name extends string | null = string>(users = 'users') {
  return sql<Name>`case when ${sql.ref(`${users}.deleted_at`)} is null
    then ${sql.ref(`${users}.username`)} else 'Deleted user' end`
}
