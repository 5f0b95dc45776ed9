const pattern = /\{(\w+)\}/g

/** The placeholder names in a text. */
export function placeholdersOf(text: string): string[] {
  return [...text.matchAll(pattern)].map(([, name]) => name!)
}

/**
 * Replaces the placeholders in a text, or in all texts of an object. Unknown placeholders remain.
 */
export function fillIn<T>(value: T, values: Readonly<Record<string, string>>): T {
  if (typeof value === 'string') {
    return value.replace(pattern, (braces, name) => values[name] ?? braces) as T
  }
  if (Array.isArray(value)) return value.map((item) => fillIn(item, values)) as T
  if (value === null || typeof value !== 'object') return value
  const filled = Object.entries(value).map(([key, inner]) => [key, fillIn(inner, values)])
  return Object.fromEntries(filled) as T
}

/**
 * A likely misspelled placeholder: a brace without its counterpart, or a name with spaces around
 * it.
 */
const misspelled = /\{\s*\w*\s*\}?|\w*\s*\}/

/**
 * The error message if a text contains placeholders other than the known ones, otherwise undefined.
 */
export function unknownPlaceholder(text: string, known: readonly string[]): string | undefined {
  const name = placeholdersOf(text).find((each) => !known.includes(each))
  const unknown =
    name === undefined ? misspelled.exec(text.replace(pattern, ''))?.[0].trim() : `{${name}}`
  if (unknown === undefined) return undefined
  const names = known.map((each) => `{${each}}`).join(', ')
  return known.length > 0
    ? `Unknown placeholder ${unknown}. You can use: ${names}`
    : `Unknown placeholder ${unknown}. This text has no placeholders`
}
