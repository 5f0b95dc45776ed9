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

test('the page says that prices include tax only if tax is charged in the country', () => {
  const included = 'Prices include its tax'
  expect(said('DE', 19)).toContain(included)
  expect(said('US', null)).not.toContain(included)
  expect(said('US', null)).toContain('The country where you live. No tax is charged.')
  expect(said(null, null)).not.toContain(included)
})
