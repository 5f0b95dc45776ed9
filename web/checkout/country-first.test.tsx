import { expect, test } from 'vitest'
import { markupOf } from '../testing/markup.tsx'
import { CountryFirst } from './country-first.tsx'

const said = (country: string | null, rate: number | null) =>
  markupOf(
    <CountryFirst
      uid={1}
      tax={{ country, rate, amount: 0, company: null }}
      onSaved={() => undefined}
    >
      {() => null}
    </CountryFirst>,
  )

test('prices are said to include tax only where the country’s is charged', () => {
  const included = 'Prices include the tax of your country'
  expect(said('DE', 19)).toContain(included)
  expect(said('US', null)).not.toContain(included)
  expect(said('US', null)).toContain('Where you live. No tax is charged.')
  expect(said(null, null)).not.toContain(included)
})
