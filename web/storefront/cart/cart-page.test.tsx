// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { orders } from '#contract/selling/orders.ts'
import { payments } from '#contract/selling/payments.ts'
import type { Quote } from '#contract/selling/quote.ts'
import { addToCart, clearCart, readCart } from '../../cart/cart.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderPages } from '../../testing/page.tsx'
import Cart from './cart-page.tsx'

const drift = { id: 1, title: 'Apex Drift', price: 53.97, image: null, plan: '3m', discount: 'TEN' }
const tide = { id: 2, title: 'Low Tide', price: 9.99, image: null, plan: '1m' }

beforeEach(() => {
  clearCart()
  const server = fakeApi()
  server.on(orders.list, [])
  server.on(payments.quote, ({ body }) => ({
    items: body.items.map(({ id }): Quote['items'][number] => ({
      ...{ id, name: id === 1 ? 'Apex Drift' : 'Low Tide', plan: '1m', term_length: 1 },
      ...{ plans: [], list_price: 9.99, sale: 0, discount: null, price: 9.99, problem: null },
      ...{ discount_problem: null, discount_problem_code: null, renewal: null },
    })),
    total: 9.99 * body.items.length,
    tax: null,
  }))
})

test('undoing a removal restores the item at its position with its plan and code', async () => {
  addToCart(drift)
  addToCart(tide)
  const { click } = await renderPages({ '/cart': Cart })
  await click(await screen.findByRole('button', { name: 'Remove Apex Drift' }))
  expect(readCart()).toEqual([tide])
  const undo = screen.getByRole('button', { name: 'Undo' })
  expect(document.activeElement).toBe(undo)
  await click(undo)
  expect(readCart()).toEqual([drift, tide])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Apex Drift' }))
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('removing the last item can be undone in the empty cart', async () => {
  addToCart(tide)
  const { click } = await renderPages({ '/cart': Cart })
  await click(await screen.findByRole('button', { name: 'Remove Low Tide' }))
  await screen.findByRole('heading', { name: 'Your cart is empty' })
  await click(screen.getByRole('button', { name: 'Undo' }))
  expect(readCart()).toEqual([tide])
})
