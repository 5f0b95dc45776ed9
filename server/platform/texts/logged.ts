import { isDeepStrictEqual } from 'node:util'
import { beginningOf } from '#server/platform/logs/beginning.ts'
import type { Kept } from './content.ts'

const most = 500

/** Long texts are truncated. Lists contain only entries that differ. */
export function logged(before: Kept, after: Kept): { before: Kept; after: Kept } {
  const names = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]))
  const told = (state: Kept, other: Kept) =>
    Object.fromEntries(names.map((name) => [name, brief(state[name], other[name])]))
  return { before: told(before, after), after: told(after, before) }
}

function brief(value: unknown, other: unknown): unknown {
  if (!Array.isArray(value)) return cut(value)
  const others = Array.isArray(other) ? other : []
  const own = value.filter((entry) => !others.some((theirs) => isDeepStrictEqual(entry, theirs)))
  // The number shows a removed entry, and the order shows a moved one.
  return {
    entries: value.length,
    order: beginningOf(value.map(nameOf).join(', '), most),
    own: own.slice(0, 5).map(cut),
  }
}

const nameOf = (entry: unknown) => beginningOf(String(Object.values(entry as object)[0]), 40)

function cut(value: unknown): unknown {
  if (typeof value === 'string') return beginningOf(value, most)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cut(inner)]))
}
