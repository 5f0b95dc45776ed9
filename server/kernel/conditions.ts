import { type RawBuilder, sql } from 'kysely'

export type Condition = RawBuilder<boolean>

/** That all of them hold, but for those that are left out, as filters that were not given. */
export function allOf(...conditions: (RawBuilder<unknown> | false | undefined)[]): Condition {
  const given = conditions.filter((condition) => condition !== false && condition !== undefined)
  return given.length === 0 ? sql`true` : sql.join(given, sql` and `)
}
