import { expect, test } from 'vitest'
import { standardTaxRates } from '#contract/platform/standard-tax-rates.ts'
import { rateAt, taxRates } from '#contract/platform/tax-rates.ts'
import { countryCodes } from '#contract/wire/countries.ts'

test('the standard rates are valid, and the EU, the UK, Norway and Switzerland have one', () => {
  expect(taxRates.parse(standardTaxRates)).toEqual(standardTaxRates)
  const countries = new Set(standardTaxRates.map((rate) => rate.slice(0, 2)))
  expect(countries.size).toBe(27 + 3)
  for (const country of countries) {
    expect(countryCodes).toContain(country)
    expect(rateAt(country, '2026-01-01', [])).toBeGreaterThan(0)
  }
})

test.each([
  ['EE', '2025-06-30', [], 22],
  ['EE', '2025-07-01', [], 24],
  ['EE', '2023-12-31', [], null],
  ['US', '2026-01-01', [], null],
  [null, '2026-01-01', ['DE 2020-01-01 7'], null],
  ['DE', '2026-12-31', ['DE 2027-01-01 20'], 19],
  ['DE', '2027-01-01', ['DE 2027-01-01 20'], 20],
  ['DE', '2028-06-01', ['DE 2028-01-01 21', 'DE 2027-01-01 20'], 21],
  // An operator's rate applies even if it starts before a standard rate.
  ['EE', '2026-01-01', ['EE 2020-01-01 0'], 0],
])('%s on %s with %j has %j', (country, day, own, rate) => {
  expect(rateAt(country, day, own)).toBe(rate)
})
