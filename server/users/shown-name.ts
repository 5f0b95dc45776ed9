import { sql } from 'kysely'

/** The name that lists and orders show of a user, by the alias of their table in the query. */
export function shownName<Name extends string | null = string>(users = 'users') {
  return sql<Name>`case when ${sql.ref(`${users}.deleted_at`)} is null
    then ${sql.ref(`${users}.username`)} else 'Deleted user' end`
}
