import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod'

/** The fields of a text that differ from its defaults, as the database stores them. */
export type Kept = Record<string, unknown>

export function changedOf(texts: Kept, defaults: Kept): Kept {
  const changed = Object.entries(texts).filter(
    ([name, value]) => name in defaults && !isDeepStrictEqual(value, defaults[name]),
  )
  return Object.fromEntries(changed)
}

/** Replaces stored values that no longer fit the schema after an upgrade by their defaults. */
export function wholeOf<Texts extends Kept>(
  { shape }: z.ZodObject,
  kept: Kept,
  defaults: Texts,
): Texts {
  const fields = shape as Record<string, z.ZodType>
  const fitting = Object.entries(kept).flatMap(([field, value]) => {
    const parsed = fields[field]?.safeParse(value)
    return parsed?.success ? [[field, parsed.data] as const] : []
  })
  return { ...defaults, ...Object.fromEntries(fitting) }
}
