import { useCart, useCartIsKept } from '../../cart/cart.ts'
import { Notice } from '../../ui/notice.tsx'

/** Warns that the cart is lost on reload, if the browser stores nothing. */
export function CartNotKept({ className }: { className?: string }) {
  const kept = useCartIsKept()
  const filled = Boolean(useCart()?.length)
  if (kept || !filled) return null
  return (
    <Notice className={className}>
      Your browser stores nothing for this site, as its storage is full or blocked. Your cart is
      empty again when you reload or leave: please check out in this tab.
    </Notice>
  )
}
