const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Formats a list as `A, B, and C`. */
export const listed = (names: readonly string[]) => list.format(names)
