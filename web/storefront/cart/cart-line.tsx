import clsx from 'clsx'
import { CircleAlert, Gamepad2, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import type { Quote } from '#contract/selling/quote.ts'
import { type CartItem, setQuantity } from '../../cart/cart.ts'
import { CartPlan } from '../../cart/cart-plan.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Price } from '../../ui/price.tsx'

type CartLineProps = { item: CartItem; quoted: Quote['items'][number] | undefined }

export function CartLine({ item, quoted }: CartLineProps) {
  const title = quoted?.name ?? item.title
  return (
    <li className="pressable group flex items-center gap-3 p-4 sm:gap-6 sm:p-5">
      <Thumbnail address={item.image} />
      <div className="flex min-w-0 grow flex-col gap-x-6 gap-y-1 sm:flex-row sm:items-center sm:justify-between">
        <div className="min-w-0">
          <Link
            to={`/product/${item.id}`}
            className="stretched title decoration-signal underline-offset-4 group-hover:underline sm:text-lg"
          >
            {title}
          </Link>
          <CartPlan item={item} title={title} plans={quoted?.plans ?? []} />
          {quoted?.problem && (
            <p className="mt-1 flex items-center gap-1.5 text-danger text-sm">
              <CircleAlert size={15} aria-hidden="true" className="shrink-0" />
              {quoted.problem}
            </p>
          )}
        </div>
        <Price
          amount={quoted && !quoted.problem ? quoted.price : item.price}
          was={quoted?.problem ? undefined : quoted?.list_price}
          className={clsx('font-[650] sm:text-lg', quoted?.problem && 'text-faint line-through')}
        />
      </div>
      <IconButton
        label={`Remove ${title}`}
        icon={<Trash2 size={18} aria-hidden="true" />}
        onClick={() => setQuantity(item.id, 0)}
        className="-mr-2 self-start sm:self-center"
      />
    </li>
  )
}

function Thumbnail({ address }: { address: string | null }) {
  const look = 'aspect-[4/5] w-18 shrink-0 rounded-md bg-well sm:w-24'
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
