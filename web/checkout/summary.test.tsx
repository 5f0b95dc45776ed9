// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { addToCart, clearCart, readCart, useCart } from '../cart/cart.ts'
import { renderPages } from '../testing/page.tsx'
import { Summary } from './summary.tsx'

const drift = { id: 1, title: 'Apex Drift', price: 9.99, image: null, plan: '1m' }

function Page() {
  const quoted = { quote: null, settled: true, error: null, tooMany: false, retry: () => {} }
  return <Summary items={useCart() ?? []} quoted={quoted} notEntered={null} />
}

beforeEach(clearCart)

test('a link opens the field for a code', async () => {
  addToCart(drift)
  const { click, type } = await renderPages({ '/checkout': Page })
  await click(screen.getByText('Show order summary'))
  expect(screen.queryByPlaceholderText('Enter discount code')).toBeNull()
  await click(screen.getByRole('button', { name: 'Add code for Apex Drift' }))
  const field = screen.getByPlaceholderText('Enter discount code')
  expect(document.activeElement).toBe(field)
  await type(field, 'ten{Enter}')
  expect(readCart()).toMatchObject([{ discount: 'TEN' }])
})

test('a malformed code expands the collapsed summary and shows an error at its field', async () => {
  addToCart({ ...drift, discount: 'T E N' })
  await renderPages({ '/checkout': Page })
  expect(screen.getByRole('group').hasAttribute('open')).toBe(true)
  expect(screen.getByPlaceholderText('Enter discount code').getAttribute('aria-invalid')).toBe(
    'true',
  )
})
