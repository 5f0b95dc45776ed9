import { CalendarPlus, ShoppingCart } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Subscription } from '#contract/access/subscriptions.ts'
import type { AffectedProduct } from '#contract/outages/incidents.ts'
import { exactly } from '#contract/wire/lengths.ts'
import { shopNow } from '#web/clock.ts'
import { failureOf } from '../../api/error.ts'
import { addProduct, failedToAdd } from '../../cart/add-product.ts'
import { formatCounted, formatMoment } from '../../format.ts'
import { AffectedLine, StandsStill } from '../../storefront/affected.tsx'
import { Cover } from '../../storefront/cover.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { Renewal } from '../renewals/renewal.tsx'
import { Pause } from './pause.tsx'
import { daysLeft } from './time-left.ts'
import { WhyNot } from './why.tsx'
import { WhyEnds } from './why-ends.tsx'

type SubscriptionCardProps = { subscription: Subscription }

type CardProps = SubscriptionCardProps & {
  /** Set if the product is down. */
  affected: AffectedProduct | undefined
}

export function SubscriptionCard({ subscription, affected }: CardProps) {
  const { game_id, product_name, product_image, access_ends_at, lifetime, renewal } = subscription
  const { paused, held } = subscription
  // A pause by the customer takes precedence, because freezing a paused term changes nothing.
  const still = paused ? null : subscription.stands_still_since
  const days = daysLeft(subscription, shopNow())
  // An ended renewal is shown only if it ended because it was not paid.
  const shown =
    renewal && (renewal.state !== 'ended' || renewal.ended?.why === 'unpaid') ? renewal : null
  const end = new Date(access_ends_at)
  return (
    <li className="surface notch-5 pressable group grid [overflow-wrap:anywhere] grid-cols-[minmax(0,1fr)] gap-4 p-4 sm:p-5">
      <div className="flex gap-4 sm:gap-6">
        <Cover
          image={product_image}
          sizes="6rem"
          className="aspect-[4/5] w-16 shrink-0 self-start rounded-md sm:w-20"
        />
        <div className="flex min-w-0 grow flex-col justify-center gap-x-6 gap-y-4 sm:flex-row sm:items-center sm:justify-between">
          <div className="grid min-w-0 justify-items-start gap-2">
            <h2 className="title text-lg">
              <Link
                to={`/product/${game_id}`}
                className="stretched decoration-signal underline-offset-4 group-hover:underline"
              >
                {product_name}
              </Link>
            </h2>
            {days === null && held ? (
              <Badge tone="warning">On hold</Badge>
            ) : days === null ? (
              <Badge tone="warning">Expired</Badge>
            ) : lifetime ? (
              <Badge tone="success">Lifetime</Badge>
            ) : paused ? (
              // A paused term does not count down, so show the time left as Resume does.
              <Badge tone="warning">Paused: {exactly(paused.left)} left.</Badge>
            ) : (
              <Badge tone="success">Active: {formatCounted(days, 'day')} left.</Badge>
            )}
            {paused && (
              <p className="text-sm text-warning tabular-nums">
                Paused until <time dateTime={paused.until}>{formatMoment(paused.until)}</time>
              </p>
            )}
            {days === null && held && (
              <p className="text-sm text-warning">
                One of its payments is disputed. Your time is frozen until your bank decides.
              </p>
            )}
            {!lifetime && !still && !paused && !(days === null && held) && (
              <p className="text-faint text-sm tabular-nums">
                {days === null ? 'Ended' : 'Until'}{' '}
                <time dateTime={end.toISOString()}>{formatMoment(end)}</time>
              </p>
            )}
            {days !== null && !paused && <AffectedLine affected={affected} />}
            {still && affected?.time !== 'stands_still' && <StandsStill since={still} />}
            {still && !lifetime && (
              <p className="text-faint text-sm">
                The end date is postponed for as long as this lasts.
              </p>
            )}
          </div>
          {days === null && !held && <Renew subscription={subscription} />}
          {days === null && held && <LinkButton to="/dashboard?t=orders">My orders</LinkButton>}
          {days !== null && !lifetime && <Extend subscription={subscription} />}
        </div>
      </div>
      <div className="grid justify-items-start">
        <Pause subscription={subscription} />
        {!lifetime && (
          <WhyEnds
            productId={game_id}
            product={product_name}
            end={still || (days === null && held) ? null : end}
            over={days === null}
          />
        )}
        <WhyNot productId={game_id} product={product_name} />
      </div>
      {shown && <Renewal renewal={shown} />}
    </li>
  )
}

/** Links to the cart with the same product and plan. The new term is added to the time left. */
function Extend({ subscription: { game_id, product_name, plan } }: SubscriptionCardProps) {
  if (!plan) return null
  return (
    <LinkButton to={`/cart?add=${game_id}&plan=${plan}`} aria-label={`Extend ${product_name}`}>
      <CalendarPlus size={18} aria-hidden="true" />
      Extend
    </LinkButton>
  )
}

/** Adds another month of the product to the cart, at today's price. */
function Renew({ subscription }: SubscriptionCardProps) {
  const { game_id, product_name, purchasable } = subscription
  const [adding, setAdding] = useState(false)
  if (!purchasable) return <p className="text-faint text-sm">Currently unavailable</p>
  async function add() {
    setAdding(true)
    await addProduct(game_id, '1m').catch((error) => toast.error(failureOf(error, failedToAdd)))
    setAdding(false)
  }
  return (
    <Button loading={adding} onClick={add} aria-label={`Add to cart: ${product_name}`}>
      <ShoppingCart size={18} aria-hidden="true" />
      Add to cart
    </Button>
  )
}
