import clsx from 'clsx'
import { CircleAlert, Gamepad2, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Quote } from '#contract/selling/quote.ts'
import type { CartItem } from '../../cart/cart.ts'
import { CartPlan } from '../../cart/cart-plan.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Price } from '../../ui/price.tsx'

type CartLineProps = {
  item: CartItem
  quoted: Quote['items'][number] | undefined
  onRemove: () => void
  /** The item has just been restored, so its button gets the focus back. */
  restored: boolean
}

export function CartLine({ item, quoted, onRemove, restored }: CartLineProps) {
  const title = quoted?.name ?? item.title
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (restored) button.current?.focus()
  }, [restored])
  return (
    <li className="pressable group flex gap-4 p-4 max-[20rem]:flex-col sm:gap-6 sm:p-5">
      <Thumbnail address={item.image} />
      <div className="grid min-w-0 grow grid-cols-[minmax(0,1fr)] content-center gap-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <Link
            to={`/product/${item.id}`}
            className="stretched title min-w-0 decoration-signal underline-offset-4 group-hover:underline sm:text-lg"
          >
            {title}
          </Link>
          <Price
            amount={quoted && !quoted.problem ? quoted.price : item.price}
            was={quoted?.problem ? undefined : quoted?.list_price}
            className={clsx('font-[650] sm:text-lg', quoted?.problem && 'text-faint line-through')}
          />
        </div>
        {quoted?.problem && (
          <p className="flex items-center gap-1.5 text-[0.9375rem] text-danger">
            <CircleAlert size={16} aria-hidden="true" className="shrink-0" />
            {quoted.problem}
          </p>
        )}
        <div className="flex flex-wrap items-center justify-between gap-4">
          <CartPlan item={item} title={title} plans={quoted?.plans ?? []} />
          <IconButton
            label={`Remove ${title}`}
            icon={<Trash2 size={18} aria-hidden="true" />}
            onClick={onRemove}
            ref={button}
            className="-my-1 -mr-3"
          />
        </div>
      </div>
    </li>
  )
}

function Thumbnail({ address }: { address: string | null }) {
  const look = 'aspect-[4/5] w-18 shrink-0 self-start rounded-md bg-well sm:w-24'
  if (address) {
    return (
      <img src={address} alt="" width={96} height={120} className={clsx(look, 'object-cover')} />
    )
  }
  return (
    <span className={clsx(look, 'grid place-items-center text-field')}>
      <Gamepad2 size={28} strokeWidth={1.25} aria-hidden="true" />
    </span>
  )
}
