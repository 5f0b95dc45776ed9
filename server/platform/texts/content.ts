import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod'
import { type TextName, type TextsOf, textPages } from '#contract/platform/text-pages.ts'

/** The fields of a text that differ from its defaults, as the database stores them. */
export type Kept = Record<string, unknown>

/** Returns those of the fields that differ from the defaults. */
export function changedOf(texts: Kept, defaults: Kept): Kept {
  const changed = Object.entries(texts).filter(
    ([name, value]) => name in defaults && !isDeepStrictEqual(value, defaults[name]),
  )
  return Object.fromEntries(changed)
}

/**
 * Returns the complete texts of a page: the defaults with the stored changes. A stored value that
 * no longer fits the page after an upgrade is replaced by its default.
 */
export function wholeOf<Name extends TextName>(
  name: Name,
  kept: Kept,
  defaults: TextsOf<Name>,
): TextsOf<Name> {
  const fields = textPages[name].shape as Record<string, z.ZodType>
  const fitting = Object.entries(kept).flatMap(([field, value]) => {
    const parsed = fields[field]?.safeParse(value)
    return parsed?.success ? [[field, parsed.data] as const] : []
  })
  return { ...defaults, ...Object.fromEntries(fitting) }
}
