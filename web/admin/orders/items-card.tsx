import { Link } from 'react-router'
import { staffSubscriptions } from '#contract/access/staff-subscriptions.ts'
import type { Me } from '#contract/platform/sessions.ts'
import type { StaffOrder } from '#contract/selling/staff-orders.ts'
import { may } from '#contract/wire/endpoint.ts'
import { exactly } from '#contract/wire/lengths.ts'
import { isLifetime, labelOf } from '#contract/wire/terms.ts'
import { shopNow } from '#web/clock.ts'
import { formatPrice } from '../../format.ts'
import { AcceptedPages } from '../../storefront/legal/accepted.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Price } from '../../ui/price.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { GiveTime } from '../users/give-time.tsx'
import { RenewalFact } from './renewal-fact.tsx'

/** The items of the order, the calculation of the price, and the access time that they gave. */
export function ItemsCard({
  order: { order, list_price, time, ...others },
  me,
}: {
  order: StaffOrder
  me: Me
}) {
  const { uid, username, deleted } = others
  const saved = Math.round((list_price - order.total_price) * 100) / 100
  return (
    <Card>
      <CardHeader
        title="Items"
        actions={
          may(me, staffSubscriptions.give) &&
          !deleted && <GiveTime user={{ uid, username }} me={me} productId={order.items[0]?.id} />
        }
      />
      <ul className="divide-y divide-line border-line border-y">
        {order.items.map((item) => (
          <li key={item.id} className="flex justify-between gap-4 py-3">
            <div className="min-w-0">
              <p className="font-[600] [overflow-wrap:anywhere]">{item.name}</p>
              <p className="text-faint text-sm">
                {labelOf(item.plan)}
                {item.sale > 0 && ` · sale −${formatPrice(item.sale)}`}
                {item.discount && ` · ${item.discount.code} −${formatPrice(item.discount.amount)}`}
              </p>
            </div>
            <Price
              amount={item.price}
              was={item.price + item.sale + (item.discount?.amount ?? 0)}
              className="shrink-0"
            />
          </li>
        ))}
      </ul>
      <dl className="mt-4 grid gap-2 tabular-nums">
        {saved > 0 && <Fact name="List price">{formatPrice(list_price)}</Fact>}
        {saved > 0 && <Fact name="Sales and codes">−{formatPrice(saved)}</Fact>}
        <Fact name="Total">
          <strong>{formatPrice(order.total_price)}</strong>
        </Fact>
        {order.refunded > 0 && (
          <Fact name="Refunded">
            <strong className="text-warning">−{formatPrice(order.refunded)}</strong>
          </Fact>
        )}
        {time.map(({ product, given, taken, held, ends_at }) => (
          <Fact key={product} name={`Time of ${product}`}>
            {given === 0 ? 'none yet' : exactly(given)}
            {taken > 0 && `, ${exactly(taken)} revoked`}
            {held > 0 && `, ${exactly(held)} held by the dispute`}
            {ends_at && held === 0 && !isLifetime(given - taken) && (
              <span className="block text-faint text-sm">
                {Date.parse(ends_at) > shopNow() ? 'Expires on' : 'Expired on'}{' '}
                <Moment at={ends_at} />
              </span>
            )}
          </Fact>
        ))}
        {others.renewals.map((renewal) => (
          <Fact key={renewal.id} name={`Renewal of ${renewal.product_name}`}>
            <RenewalFact renewal={renewal} />
          </Fact>
        ))}
        {order.accepted && (
          <Fact name="Accepted">
            <AcceptedPages {...order.accepted} />
            <span className="block text-faint text-sm">
              <Moment at={order.accepted.at} />
            </span>
          </Fact>
        )}
        {others.renews && (
          <Fact name="Renewal of">
            <OrderLink id={others.renews} />
          </Fact>
        )}
        {others.renewed_by.map((id) => (
          <Fact key={id} name="Renewed by">
            <OrderLink id={id} />
          </Fact>
        ))}
      </dl>
    </Card>
  )
}

function OrderLink({ id }: { id: string }) {
  return (
    <Link
      to={`/admin/orders/${id}`}
      className="font-mono underline decoration-edge underline-offset-4 hover:decoration-signal"
    >
      #{id.slice(0, 8)}
    </Link>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="grid grid-cols-2 gap-x-4">
      <dt className="text-soft [overflow-wrap:anywhere]">{name}</dt>
      <dd className="text-right [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
