import clsx from 'clsx'
import { CircleAlert, Trash2 } from 'lucide-react'
import type { Quote } from '#contract/selling/quote.ts'
import { labelOf } from '#contract/wire/terms.ts'
import { type CartItem, setQuantity } from '../cart/cart.ts'
import { CartPlan } from '../cart/cart-plan.tsx'
import { Button } from '../ui/button.tsx'
import { Price } from '../ui/price.tsx'
import { DiscountCode } from './discount-field.tsx'

type SummaryLineProps = {
  item: CartItem
  line: Quote['items'][number] | undefined
}

/** An item of the order with its term, price and code. */
export function SummaryLine({ item, line }: SummaryLineProps) {
  const title = line?.name ?? item.title
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 py-5 [overflow-wrap:anywhere]">
      <div className="flex gap-4">
        {item.image && (
          <img
            src={item.image}
            alt=""
            width={48}
            height={60}
            className="aspect-[4/5] w-12 shrink-0 self-start rounded-sm bg-well object-cover"
          />
        )}
        <div className="min-w-0 grow">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <p className="title min-w-0">{title}</p>
            <Price
              amount={line?.price ?? item.price}
              was={line?.list_price}
              className={clsx('font-[650]', line?.problem && 'text-faint line-through')}
            />
          </div>
          {line?.problem ? (
            <div className="mt-2">
              <CartPlan item={item} title={title} plans={line.plans} />
            </div>
          ) : (
            <p className="text-[0.9375rem] text-soft">{labelOf(item.plan)}</p>
          )}
        </div>
      </div>
      {line?.problem ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="flex items-center gap-1.5 text-[0.9375rem] text-danger">
            <CircleAlert size={16} aria-hidden="true" className="shrink-0" />
            {line.problem}
          </p>
          <Button size="small" onClick={() => setQuantity(item.id, 0)}>
            <Trash2 size={16} aria-hidden="true" />
            Remove
          </Button>
        </div>
      ) : (
        <DiscountCode item={{ ...item, title }} line={line} />
      )}
    </li>
  )
}
