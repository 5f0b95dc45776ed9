import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type Currency, currencies, setCurrency } from '#contract/wire/currency.ts'
import { formatMoment, formatPrice, formatSince } from './format.ts'

afterEach(() => setCurrency('USD'))

test('a price is formatted in the currency of the shop', () => {
  const written = (Object.keys(currencies) as Currency[]).map((currency) => {
    setCurrency(currency)
    return formatPrice(-1234.5)
  })
  expect(written).toEqual(
    [
      ...['−A$1,234.50', '−CA$1,234.50', '−CHF 1,234.50', '−CZK 1,234.50', '−DKK 1,234.50'],
      ...['−€1,234.50', '−£1,234.50', '−NOK 1,234.50', '−NZ$1,234.50', '−PLN 1,234.50'],
      ...['−RON 1,234.50', '−SEK 1,234.50', '−SGD 1,234.50', '−$1,234.50'],
    ].map((price) => price.replace(' ', '\u00a0')),
  )
})

test('a time of day has the same format alone and with its date', () => {
  const at = new Date(2026, 10, 22, 14, 5)
  expect(formatSince(at, at.getTime() + 60_000)).toMatch(/^2:05\sPM$/)
  expect(formatSince(at, at.getTime() + 86_400_000)).toBe(formatMoment(at))
})

/** Finds dollar amounts that are hard-coded in a source file, whatever the shop's currency. */
function dollarsIn(source: string): string[] {
  const said = source.replace(/\/\*.*?\*\/|(?<=^|\s)\/\/.*$/gms, (all) => all.replace(/\S/g, ' '))
  const signs = [...said.matchAll(/\$(?=\d|\$\{)|[>}\s]\$\{(?!.*`)|\bUSD\b|\bdollars?\b/gi)]
  return signs.map(({ index }) => said.slice(index, said.indexOf('\n', index)))
}

test('no page hard-codes a dollar amount', () => {
  expect(dollarsIn('<b>\x24{formatCount(1)}</b>\n')).toHaveLength(1)
  expect(dollarsIn('`costs $\x24{price}`\n"$5" + "in USD"\n')).toHaveLength(3)
  expect(dollarsIn('/** $5 */ // $5\n`of \x24{price}`\n')).toEqual([])
  const root = import.meta.dirname
  for (const file of globSync('**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/*.test.*', 'testing/**'],
  }))
    expect([file, ...dollarsIn(readFileSync(path.join(root, file), 'utf8'))]).toEqual([file])
})
