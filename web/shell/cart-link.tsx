import clsx from 'clsx'
import { ShoppingCart } from 'lucide-react'
import { Link } from 'react-router'
import { useCart } from '../cart/cart.ts'
import { iconButtonClass } from '../ui/button.tsx'

/** The link to the cart, with the number of items. */
export function CartLink() {
  const count = useCart()?.length ?? 0
  return (
    <Link
      to="/cart"
      aria-label={count === 0 ? 'Cart' : `Cart, ${count} ${count === 1 ? 'item' : 'items'}`}
      className={iconButtonClass()}
    >
      <ShoppingCart size={20} aria-hidden="true" />
      {count > 0 && (
        <span
          aria-hidden="true"
          className={clsx(
            'absolute top-0.5 left-5.5 grid h-4.5 min-w-4.5 animate-appear place-items-center rounded-sm bg-signal px-1',
            'font-[750] text-[0.6875rem] text-on-signal tabular-nums leading-none',
          )}
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  )
}
