import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Quote } from '#contract/selling/quote.ts'
import { Charges } from './charges.tsx'

type Renewal = NonNullable<Quote['items'][number]['renewal']>

const monthly = { term_length: 1 as const, plan: '1m', price: 14.99 }

function said(more: Partial<Renewal>) {
  const renewal: Renewal = {
    ...{ price: 19.99, discount: null, charge_at: '2026-03-03T00:00:00Z' },
    ...{ on: false, goes_on: false, running: null },
    ...more,
  }
  const line = { id: 1, name: 'Night Vision', plan: '1m', renewal }
  const quote = { total: 19.99, items: [line] } as unknown as Quote
  return renderToStaticMarkup(<Charges quote={quote} items={[]} />)
}

test('the page says that nothing is charged later only if nothing renews, whatever the switch says', () => {
  const nothing = 'No renewal is on, so nothing is charged later.'
  expect(said({})).toContain(nothing)
  expect(said({ on: true })).toContain('then $19.99 for Night Vision every month')
  // The subscription already renews and is not bought to turn renewals on.
  expect(said({ goes_on: true })).toContain('then $19.99 for Night Vision every month')
  expect(said({ running: { ...monthly, stopped: false } })).toContain('then $14.99')
  // The customer stopped the renewal, and it stays stopped unless they turn it on again.
  expect(said({ running: { ...monthly, stopped: true } })).toContain(nothing)
  expect(said({ on: true, running: { ...monthly, stopped: true } })).toContain('then $14.99')
})
