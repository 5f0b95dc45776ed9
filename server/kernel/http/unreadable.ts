type Issue = { type: string; loc: (string | number)[]; msg: string }

/** No declared input is deeper. Limits the recursion of parsers and of the database. */
const deepest = 32

/** Finds NUL (PostgreSQL rejects it), unpaired surrogates (no characters) and too deep nesting. */
export function findUnreadable(part: string, value: unknown): Issue | undefined {
  const waiting: [unknown, Issue['loc']][] = [[value, [part]]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [found, loc] = next
    if (typeof found === 'string') {
      if (!isReadable(found))
        return issue(loc, 'This text contains characters that cannot be stored')
    } else if (typeof found === 'object' && found !== null) {
      if (loc.length > deepest) return issue([part], 'This is nested too deeply')
      for (const [key, inner] of Object.entries(found)) {
        if (!isReadable(key))
          return issue(loc, 'This text contains characters that cannot be stored')
        waiting.push([inner, [...loc, key]])
      }
    }
  }
  return undefined
}

function isReadable(text: string) {
  return !text.includes('\0') && text.isWellFormed()
}

function issue(loc: Issue['loc'], msg: string): Issue {
  return { type: 'unreadable', loc, msg }
}
