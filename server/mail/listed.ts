const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** `A, B, and C`. */
export const listed = (names: readonly string[]) => list.format(names)
