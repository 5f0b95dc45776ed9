import { useState } from 'react'
import { useNavigate } from 'react-router'
import { orders } from '#contract/orders.ts'
import { products } from '#contract/products.ts'
import { api } from '../../api/client.ts'
import { addToCart } from '../../cart/cart.ts'
import { Button } from '../../ui/button.tsx'
import type { CheckoutState } from '../checkout.tsx'

/** Ordering in crypto empties the cart, so the way back puts the order's products into it again. */
export function BackToCheckout({ orderId }: { orderId: string }) {
  const navigate = useNavigate()
  const [filling, setFilling] = useState(false)

  async function goBack() {
    setFilling(true)
    await fillCart(orderId).catch(() => {
      // Then the checkout says that the cart is empty, and leads to the store.
    })
    await navigate('/checkout', { state: { method: 'crypto' } satisfies CheckoutState })
  }
  return (
    <Button look="primary" loading={filling} onClick={goBack}>
      Back to Checkout
    </Button>
  )
}

/** The order's products with their codes and pictures; one whose picture is not to be had goes without. */
export async function fillCart(orderId: string) {
  const { items } = await api(orders.get, { params: { id: orderId } })
  const images = await Promise.all(
    items.map(({ id }) =>
      api(products.get, { params: { id } }).then(
        ({ imageUrl }) => imageUrl,
        () => null,
      ),
    ),
  )
  for (const [at, { id, name, price, plan, discount }] of items.entries()) {
    const code = discount ? { discount: discount.code } : {}
    addToCart({ id, title: name, price, image: images[at] ?? null, plan, ...code })
  }
}
