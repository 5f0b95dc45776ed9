import { Link } from 'react-router'
import { documentTitles } from '#contract/selling/documents.ts'
import { labelOf } from '#contract/wire/terms.ts'
import { textLinkClass } from '../account/auth-page.tsx'
import { PayoutNotice } from '../account/orders/payout-notice.tsx'
import { SurplusNotice } from '../account/orders/surplus-notice.tsx'
import { formatDay } from '../format.ts'
import { Card } from '../ui/card.tsx'
import { Price } from '../ui/price.tsx'
import type { Bought } from './bought.ts'

type PurchaseProps = { order: NonNullable<Bought['order']>; ends: Bought['ends'] }

/** The items of a paid order with their expiry dates, the amount paid, and the receipt. */
export function Purchase({ order, ends }: PurchaseProps) {
  return (
    <Card aria-labelledby="purchase">
      <h2 id="purchase" className="title text-xl">
        Your purchase
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {order.items.map((item) => {
          const end = ends.get(item.id)
          return (
            <li key={item.id} className="py-4 [overflow-wrap:anywhere]">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <p className="title min-w-0">{item.name}</p>
                {order.items.length > 1 && <Price amount={item.price} />}
              </div>
              <p className="text-[0.9375rem] text-soft">{labelOf(item.plan)}</p>
              {end !== undefined && (
                <p>{end === null ? 'Never expires' : `Active until ${formatDay(end)}`}</p>
              )}
            </li>
          )
        })}
      </ul>
      <p className="flex flex-wrap items-end justify-between gap-x-4 border-line border-t pt-4">
        <span className="title">Paid</span>
        <Price amount={order.total_price} className="display text-2xl" />
      </p>
      {order.surplus && <SurplusNotice {...order.surplus} />}
      {order.payout && <PayoutNotice order={order.id} payout={order.payout} />}
      <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
        <Link to={`/orders/${order.id}`} className={textLinkClass}>
          View order
        </Link>
        {order.document && (
          <Link to={`/orders/${order.id}/invoice`} className={textLinkClass}>
            {documentTitles[order.document.kind]}
          </Link>
        )}
      </p>
    </Card>
  )
}
