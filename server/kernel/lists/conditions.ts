import { type RawBuilder, sql } from 'kysely'

export type Condition = RawBuilder<boolean>

export function allOf(...conditions: (RawBuilder<unknown> | false | undefined)[]): Condition {
  const given = conditions.filter((condition) => condition !== false && condition !== undefined)
  return given.length === 0 ? sql`true` : sql.join(given, sql` and `)
}
