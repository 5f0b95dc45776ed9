// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ProductPage } from '#contract/catalogue/products.ts'
import type { AffectedProduct } from '#contract/outages/incidents.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderPages } from '../../testing/page.tsx'
import Page from './product.tsx'

const term = (plan: string, savings: number, price: number, regular_price: number) => ({
  ...{ plan, savings, price, regular_price, months: null, popular: false, list_price: price },
})
const picture = (name: string) => ({
  ...{ src: `/images/${name}-640.webp`, avif: `/images/${name}-640.avif 640w` },
  webp: `/images/${name}-640.webp 640w, /images/${name}-1280.webp 1280w`,
  ...{ width: 1280, height: 720, color: '#112233' },
})
const product: ProductPage = {
  ...{ id: 7, slug: 'a', name: 'Long Thaw', price: 20, sale: null, image: null, imageUrl: null },
  ...{ description: '', description_html: '', hidden: false, disabled: false, featured: false },
  ...{ category: null, popular: false, latest: null, devices: 1 },
  ...{ included: [], requirements: [], screenshots: [] },
  terms: [term('1m', 0, 20, 20), term('6m', 15, 102, 120)],
}

async function open(more: Partial<ProductPage> = {}, affected?: AffectedProduct, query = '') {
  fakeApi()
  const loaderData = { product: { ...product, ...more }, affected }
  const page = { default: Page, clientLoader: () => loaderData }
  const config = { crypto: true, stripe: null }
  return renderPages({ '/product/:id': page }, { at: `/product/7${query}`, user: null, config })
}

const total = () => screen.findByText('Total').then((label) => label.parentElement!.textContent)

test('the total shows how much the chosen plan saves', async () => {
  const { click } = await open({}, undefined, '?plan=6m')
  expect(await total()).toContain('$102.00You save $18.00')
  await click(screen.getByRole('radio', { name: /^1 Month/ }))
  expect(await total()).toBe('Total$20.00')
})

test('the address names the chosen plan, for coming back and sharing', async () => {
  window.history.replaceState(null, '', '/product/7?utm_source=mail')
  const { click } = await open()
  await total()
  await click(screen.getByRole('radio', { name: /^6 Months/ }))
  await waitFor(() => expect(window.location.search).toBe('?plan=6m'))
})

test('empty lists have no headings', async () => {
  await open()
  await screen.findByRole('heading', { name: 'Details' })
  for (const name of ['What you get', 'Requirements', 'Screenshots'])
    expect(screen.queryByRole('heading', { name })).toBeNull()
})

test('the page shows the lists that staff entered and the facts that the shop adds', async () => {
  await open({
    ...{ devices: 3, category: 'R&D', latest: { version: '2.3', published_at: '2026-11-28' } },
    included: ['A trainer'],
    requirements: [{ label: 'Windows', value: '11' }],
  })
  const part = (name: string) => within(screen.getByRole('region', { name }))
  await screen.findByText('A trainer')
  part('Requirements').getByText('11')
  const details = part('Details')
  expect(details.getByText('Version').nextSibling!.textContent).toBe('2.3, Nov 28, 2026Changelog')
  expect(details.getByRole('link', { name: 'R&D' }).getAttribute('href')).toBe(
    '/store?category=R%26D',
  )
  screen.getByText('For up to 3 devices')
  screen.getByText('Pay by crypto')
})

test('a product that is down has a badge next to its name, and a sentence about the lost time', async () => {
  const since = '2026-11-28T10:00:00Z'
  const down = {
    game_id: 7,
    name: 'Long Thaw',
    status: 'offline',
    since,
    time: 'credited',
    from_minutes: 0,
  } as const
  await open({}, down)
  const heading = await screen.findByRole('heading', { name: 'Long Thaw' })
  within(heading.parentElement!).getByText('Offline')
  screen.getByText(/We credit the lost time afterwards/)
})

test('a screenshot opens enlarged, and Next goes from the last one to the first', async () => {
  const screenshots = [
    { picture: picture('a'), caption: 'The trainer' },
    { picture: picture('b'), caption: 'The board' },
  ]
  const { click } = await open({ screenshots })
  const link = await screen.findByRole('link', { name: 'Enlarge: The board' })
  expect(link.getAttribute('href')).toBe('/images/b-1280.webp')
  await click(link)
  const dialog = within(screen.getByRole('dialog', { name: 'The board' }))
  await click(dialog.getByRole('button', { name: 'Next' }))
  within(screen.getByRole('dialog', { name: 'The trainer' })).getByText('1 of 2')
})
