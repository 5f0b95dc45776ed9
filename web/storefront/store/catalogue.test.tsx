// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Product } from '#contract/catalogue/products.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderPages } from '../../testing/page.tsx'
import Store from './store.tsx'

const price = (amount: number) => ({
  ...{ plan: '1m', months: 1 as const, popular: false, savings: 0 },
  ...{ price: amount, list_price: amount, regular_price: amount },
})
const product = (id: number, name: string, amount: number, more: object = {}): Product => ({
  ...{ id, name, slug: name, price: amount, terms: [price(amount)], sale: null },
  ...{ image: null, imageUrl: null, description: '', hidden: false, disabled: false },
  ...{ featured: false, category: null, popular: false },
  ...more,
})
const names = () => screen.getAllByRole('heading', { level: 2 }).map((name) => name.textContent)

function open(products: Product[], at: string, affected: object[] = []) {
  fakeApi()
  const answer = { products, affected, error: null }
  return renderPages(
    { '/store': { default: Store, clientLoader: () => answer } },
    { at, user: null },
  )
}

test('the filter button shows how many filters are active, not counting the search', async () => {
  const all = [
    product(1, 'Drift', 9, { category: 'Racing' }),
    product(2, 'Siege', 5, { category: 'Shooter' }),
    product(3, 'Clutch', 7, { category: 'Shooter', popular: true }),
  ]
  const { click, type, selectOptions } = await open(all, '/store?category=Shooter&q=e')
  const filter = await screen.findByRole('button', { name: /^Filter/ })
  expect([filter.textContent, names()]).toEqual(['Filter (1)', ['Siege']])
  await type(screen.getByLabelText('Search games'), '{Backspace}')
  await selectOptions(screen.getByLabelText('Sort by'), 'Popular first')
  expect([filter.textContent, names()]).toEqual(['Filter (2)', ['Clutch', 'Siege']])
  await click(screen.getByRole('button', { name: 'All' }))
  expect([filter.textContent, names()]).toEqual(['Filter (1)', ['Clutch', 'Drift', 'Siege']])
})

test('a product that is down has only a badge, and filters that would change nothing are hidden', async () => {
  const since = '2026-11-28T10:00:00Z'
  const down = { game_id: 1, name: 'Drift', since, time: 'credited', from_minutes: 0 }
  await open([product(1, 'Drift', 9)], '/store', [{ ...down, status: 'maintenance' }])
  const card = within((await screen.findByText('Maintenance')).closest('li')!)
  expect(card.queryByText(/since|credit/)).toBeNull()
  expect(screen.queryByRole('option', { name: 'Popular first' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'All' })).toBeNull()
})
