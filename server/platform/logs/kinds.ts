import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/kernel/database/database.ts'
import { type LogFilters, sourceOf } from './filters.ts'

/** Millions of entries have few kinds, because variable data is in the details. */
export type Kind = { type: string; message: string; level: number }

/** With more kinds than this, a search by kind is slower than a search of the entries. */
const most = 500

/** By one index lookup per kind. Undefined if there are too many kinds. */
export async function matchingKinds(
  tx: Tx,
  filters: LogFilters,
  search: RawBuilder<boolean>,
): Promise<Kind[] | undefined> {
  const { level } = filters
  const source = sourceOf(filters)
  const ofSource = source === undefined ? sql`true` : sql`type = ${source}`
  // With an equality on the source, comparing the whole tuple cannot use the index to continue.
  const next =
    source === undefined
      ? sql`(type, message, level) > (kind.type, kind.message, kind.level)`
      : sql`(message, level) > (kind.message, kind.level)`
  const { rows } = await sql<Kind & { fits: boolean }>`
    with recursive kind as (
      (select type, message, level from logs where ${ofSource}
        order by type, message, level limit 1)
      union all
      select next.* from kind, lateral (
        select type, message, level from logs
         where ${ofSource} and ${next}
         order by type, message, level limit 1) as next
    ) select *, ${search} as fits from kind limit ${most + 1}`.execute(tx)
  if (rows.length > most) return undefined
  return rows.filter((kind) => kind.fits && (level === undefined || kind.level === level))
}

/** The newest entries of each kind, at most `limit` of each. */
export function newestOf(kinds: Kind[], where: RawBuilder<boolean>, limit: number) {
  const column = <T>(value: (kind: Kind) => T) => kinds.map(value)
  return sql`
    select newest.id, newest.created_at, true as fits
      from unnest(${column(({ type }) => type)}::text[], ${column(({ message }) => message)}::text[],
                  ${column(({ level }) => level)}::smallint[]) as kind (type, message, level),
           lateral (
             select id, created_at from logs
              where logs.type = kind.type and logs.message = kind.message
                and logs.level = kind.level and ${where}
              order by created_at desc, id desc limit ${limit}
           ) as newest`
}
