import { isolate } from '#contract/wire/isolate.ts'

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Formats a list of names as `A, B, and C`. */
export const listed = (names: readonly string[]) => list.format(names.map(isolate))
