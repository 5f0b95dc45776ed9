import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Kysely joins conditions with `and` and adds no parentheses around raw SQL, so an `or` in a
 * fragment would break up the conditions around it. Whole statements are exempt.
 */
const statement = /^\s*(select|with|insert|update|delete|create|alter|lock|set|refresh|do)\b/i

/** Returns the raw SQL fragments of a source, with interpolated values replaced by `?`. */
function fragments(source: string): string[] {
  return [...source.matchAll(/\bsql(?:<[^`]*?>)?`/g)].map(({ index, 0: start }) =>
    template(source, index + start.length),
  )
}

function template(source: string, from: number): string {
  let text = ''
  for (let at = from; at < source.length && source[at] !== '`'; at++) {
    if (source.startsWith('${', at)) {
      at = endOfExpression(source, at + 2)
      text += '?'
    } else text += source[at]
  }
  return text
}

function endOfExpression(source: string, from: number): number {
  let depth = 1
  for (let at = from; at < source.length; at++) {
    if (source[at] === '`') at += template(source, at + 1).length + 1
    if (source[at] === '{') depth++
    if (source[at] === '}') depth--
    if (depth === 0) return at
  }
  return source.length
}

/** Returns the parts outside parentheses; `case … end` counts as a pair of parentheses. */
function outermost(fragment: string): string {
  let depth = 0
  const words = fragment.replaceAll(/'[^']*'/g, "''").match(/[()]|\w+|[^\w()]+/g) ?? []
  return words
    .filter((word) => {
      if (word === '(' || word === 'case') depth++
      else if (word === ')' || word === 'end') depth--
      return depth === 0
    })
    .join('')
}

/** A fragment that starts with `or` continues another one. */
const continued = /^\s*or\b/i

const isLoose = (fragment: string) =>
  !statement.test(fragment) && /\bor\b/i.test(outermost(fragment.replace(continued, '')))

test('distinguishes an alternative in raw SQL from one in brackets', () => {
  const open = '${'
  const source = `q.where(sql<boolean>\`uses = 0 or used < ${open}a ? \`x\` : { b: 1 }.b}\`)`
  const loose = fragments(source)
  expect(loose).toEqual(['uses = 0 or used < ?'])
  expect(loose.map(isLoose)).toEqual([true])
  for (const fine of [
    '(a or b) and c',
    "name = ' or '",
    'case when a or b then c end',
    'exists (select 1 where a or b)',
    'select 1 where a or b',
    'major = minor',
  ])
    expect(isLoose(fine), fine).toBe(false)
})

test('no fragment of raw SQL has an alternative without brackets', () => {
  const files = globSync('{server,db,sandbox,bench}/**/*.ts').filter(
    (file) => !file.endsWith('raw-sql.test.ts'),
  )
  expect(files.length).toBeGreaterThan(200)
  const loose = files.flatMap((file) =>
    fragments(readFileSync(file, 'utf8'))
      .filter(isLoose)
      .map((fragment) => `${file}: ${fragment}`),
  )
  expect(loose).toEqual([])
})
