import { sql } from 'kysely'
import type * as z from 'zod'
import type { logs } from '#contract/platform/logs.ts'
import { allOf, type Condition } from '#server/kernel/lists/conditions.ts'
import { containing } from '#server/kernel/lists/like.ts'

export type LogFilters = Partial<z.output<typeof logs.export.query>>

/** The filters that an index supports in the order of the list. */
export function narrowing(filters: LogFilters): Condition {
  const { uid, level, start_time, end_time } = filters
  const source = sourceOf(filters)
  return allOf(
    uid !== undefined && sql`user_id = ${uid}`,
    source !== undefined && sql`type = ${source}`,
    level !== undefined && sql`level = ${level}`,
    start_time !== undefined && sql`logs.created_at >= ${start_time}`,
    end_time !== undefined && sql`logs.created_at <= ${end_time}`,
  )
}

/** The parameter has two names. */
export const sourceOf = ({ source, type }: LogFilters) => source ?? type

/** The filters that search the content of a row; undefined if there are none. */
export function searching({ message, details, by }: LogFilters): Condition | undefined {
  if (message === undefined && details === undefined && by === undefined) return undefined
  return allOf(
    by !== undefined && sql`details @> ${JSON.stringify({ by_uid: by })}::jsonb`,
    message !== undefined && sql`message ilike ${containing(message)}`,
    details !== undefined &&
      sql`(${sql.join(
        facts(details).map((fact) => sql`details @> ${fact}::jsonb`),
        sql` or `,
      )})`,
  )
}

/** Reads the value as a string, and also as a number, boolean or null. Dots select nested facts. */
export function facts(pair: string): string[] {
  const colon = pair.indexOf(':')
  const path = pair.slice(0, colon).trim().split('.')
  const text = pair.slice(colon + 1).trim()
  const scalar = /^(-?(0|[1-9]\d{0,14})(\.\d{1,15})?|true|false|null)$/.test(text)
  const values: unknown[] = scalar ? [text, JSON.parse(text)] : [text]
  return values.map((value) =>
    JSON.stringify(path.reduceRight((inner, key) => ({ [key]: inner }), value)),
  )
}
