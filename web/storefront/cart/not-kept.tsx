import { useCart, useCartIsKept } from '../../cart/cart.ts'
import { Notice } from '../../ui/notice.tsx'

/** Warns that the cart is lost on reload, if the browser stores nothing. */
export function CartNotKept({ className }: { className?: string }) {
  const kept = useCartIsKept()
  const filled = Boolean(useCart()?.length)
  if (kept || !filled) return null
  return (
    <Notice className={className}>
      Your browser cannot save your cart, because its storage is full or blocked. The cart is lost
      when you reload or leave, so please check out in this tab.
    </Notice>
  )
}
