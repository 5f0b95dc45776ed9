/** Escapes a text for `like`, where `%`, `_` and `\` would otherwise be wildcards. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

export const containing = (text: string) => `%${literal(text)}%`

export const startingWith = (text: string) => `${literal(text)}%`
