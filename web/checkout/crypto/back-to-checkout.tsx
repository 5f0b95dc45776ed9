import { useState } from 'react'
import { useNavigate } from 'react-router'
import { products } from '#contract/catalogue/products.ts'
import { orders } from '#contract/selling/orders.ts'
import { api } from '../../api/client.ts'
import { addToCart } from '../../cart/cart.ts'
import { Button } from '../../ui/button.tsx'
import type { CheckoutState } from '../checkout.tsx'

/**
 * A crypto order empties the cart, so the link back to the checkout refills it with the order's
 * products.
 */
export function BackToCheckout({ orderId }: { orderId: string }) {
  const navigate = useNavigate()
  const [filling, setFilling] = useState(false)

  async function goBack() {
    setFilling(true)
    await fillCart(orderId).catch(() => {
      // If that fails, the checkout says that the cart is empty and links to the store.
    })
    await navigate('/checkout', { state: { method: 'crypto' } satisfies CheckoutState })
  }
  return (
    <Button look="primary" loading={filling} onClick={goBack}>
      Back to Checkout
    </Button>
  )
}

/**
 * Fills the cart with the order's products, their codes and pictures. A product whose picture
 * cannot be loaded goes without.
 */
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
