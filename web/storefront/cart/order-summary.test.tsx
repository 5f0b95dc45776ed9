import { expect, test } from 'vitest'
import type { CartItem } from '../../cart/cart.ts'
import { markupOf } from '../../testing/markup.tsx'
import { OrderSummary } from './order-summary.tsx'

test('a cart with too many products says what to do and does not lead to the checkout', () => {
  const item: CartItem = { id: 1, title: 'Apex Drift', price: 9, image: null, plan: '1m' }
  const summary = (tooMany: boolean) =>
    markupOf(
      <OrderSummary items={[item]} quote={null} error={null} tooMany={tooMany} retry={() => {}} />,
    )
  expect(summary(false)).toContain('Proceed to Checkout')
  expect(summary(true)).not.toContain('Proceed to Checkout')
  expect(summary(true)).toContain(
    'You can buy at most 20 products at once. Remove some to continue.',
  )
})
