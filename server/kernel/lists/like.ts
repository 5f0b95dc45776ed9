/** Escapes a text for `like`, where `%`, `_` and `\` would otherwise be wildcards. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** A pattern for `like` that matches texts with this one anywhere in them. */
export const containing = (text: string) => `%${literal(text)}%`

/** A pattern for `like` that matches texts that begin with this one. */
export const startingWith = (text: string) => `${literal(text)}%`
