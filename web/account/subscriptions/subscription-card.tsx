import { CalendarPlus, ShoppingCart } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
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
import { DisclosureSummary } from '../../ui/disclosure-summary.tsx'
import { toast } from '../../ui/toast.ts'
import { RenewalSettings, UrgentRenewal } from '../renewals/renewal.tsx'
import { RenewalDetail, RenewalState, wordsOf } from '../renewals/renewal-state.tsx'
import { Pause, Resume } from './pause.tsx'
import { daysLeft } from './time-left.ts'
import { WhyNot } from './why.tsx'
import { WhyEnds } from './why-ends.tsx'

type SubscriptionCardProps = { subscription: Subscription }

type CardProps = SubscriptionCardProps & {
  /** Set if the product is down. */
  affected: AffectedProduct | undefined
}

/** Whether the renewal waits for the customer, for example after a failed payment. */
export const isUrgent = ({ renewal }: Subscription) =>
  renewal !== null && Boolean(wordsOf(renewal).alarms)

export function SubscriptionCard({ subscription, affected }: CardProps) {
  const { game_id, product_name, product_image, lifetime, renewal, paused, held } = subscription
  // A pause by the customer takes precedence, because freezing a paused term changes nothing.
  const still = paused ? null : subscription.stands_still_since
  const days = daysLeft(subscription, shopNow())
  // An ended renewal is shown only if it ended because it was not paid.
  const shown =
    renewal && (renewal.state !== 'ended' || renewal.ended?.why === 'unpaid') ? renewal : null
  const onHold = days === null && held
  const urgent = isUrgent(subscription)
  const mayExtend = days !== null && !lifetime
  const row = useRef<HTMLLIElement>(null)
  const wasUrgent = useRef(urgent)
  useEffect(() => {
    // The button that fixed the renewal is gone, and the focus with it.
    if (wasUrgent.current && !urgent && document.activeElement === document.body)
      row.current?.querySelector('summary')?.focus()
    wasUrgent.current = urgent
  }, [urgent])
  return (
    <li
      ref={row}
      className="pressable group grid [overflow-wrap:anywhere] grid-cols-[minmax(0,1fr)_auto] gap-x-4 p-4 sm:px-5"
    >
      <div className="flex gap-4 max-sm:col-[1/3]">
        <Cover
          image={product_image}
          sizes="4rem"
          className="aspect-[4/5] w-[56px] shrink-0 self-start rounded-md sm:w-16"
        />
        <div className="grid min-w-0 grow grid-cols-[minmax(0,1fr)] content-center justify-items-start gap-1.5">
          <h2 className="title text-lg">
            <Link
              to={`/product/${game_id}`}
              className="stretched decoration-signal underline-offset-4 group-hover:underline"
            >
              {product_name}
            </Link>
          </h2>
          <Standing subscription={subscription} days={days} />
          {onHold && (
            <p className="text-[0.9375rem] text-warning">
              One of its payments is disputed. Your time is frozen until your bank decides.
            </p>
          )}
          {days !== null && !paused && <AffectedLine affected={affected} />}
          {still && affected?.time !== 'stands_still' && <StandsStill since={still} />}
          {still && !lifetime && (
            <p className="text-[0.9375rem] text-soft">
              The end date is postponed for as long as this lasts.
            </p>
          )}
          {shown && !urgent && <RenewalState renewal={shown} brief />}
        </div>
      </div>
      {/* Enlarged text needs a line of its own for the button. */}
      <div className="col-start-2 max-sm:row-start-3 max-sm:mt-2 max-sm:self-start sm:self-center max-[20rem]:col-[1/3] max-[20rem]:*:[&:is(button,a)]:h-auto max-[20rem]:*:[&:is(button,a)]:min-h-11 max-[20rem]:*:[&:is(button,a)]:w-full max-[20rem]:*:[&:is(button,a)]:whitespace-normal">
        {days === null && !held && !urgent && <Renew subscription={subscription} />}
        {onHold && <LinkButton to="/dashboard?t=orders">My orders</LinkButton>}
        {paused && <Resume subscription={subscription} paused={paused} />}
        {mayExtend && !urgent && !paused && <Extend subscription={subscription} />}
      </div>
      {shown && urgent && (
        <div className="col-[1/3] row-start-2 mt-3">
          <UrgentRenewal renewal={shown} />
        </div>
      )}
      {/* A lifetime on hold has no end to explain, and its renewal has ended. */}
      {!(lifetime && onHold) && (
        <Details product={product_name}>
          {shown && !urgent && <RenewalDetail renewal={shown} />}
          {shown && <RenewalSettings renewal={shown} isUrgent={urgent} />}
          {mayExtend && (urgent || paused) && <Extend subscription={subscription} />}
          {days === null && !held && urgent && <Renew subscription={subscription} />}
          {!paused && <Pause subscription={subscription} />}
          {!lifetime && (
            <WhyEnds
              productId={game_id}
              product={product_name}
              endIsKnown={!still && !onHold}
              over={days === null}
            />
          )}
          {days !== null && !paused && (
            <WhyNot productId={game_id} product={product_name} plan={subscription.plan} />
          )}
        </Details>
      )}
    </li>
  )
}

/** The state of a subscription, and until when. */
function Standing({ subscription, days }: SubscriptionCardProps & { days: number | null }) {
  const { access_ends_at, lifetime, paused, held, stands_still_since: still } = subscription
  const end = new Date(access_ends_at)
  const onHold = days === null && held
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
      {onHold ? (
        <Badge tone="warning">On hold</Badge>
      ) : days === null ? (
        <Badge>Expired</Badge>
      ) : lifetime ? (
        <Badge tone="success">Lifetime</Badge>
      ) : paused ? (
        // A paused term does not count down, so show the time left as Resume does.
        <Badge tone="warning">Paused: {exactly(paused.left)} left.</Badge>
      ) : (
        <Badge tone="success">Active: {formatCounted(days, 'day')} left.</Badge>
      )}
      {paused && (
        <span className="text-warning">
          Paused until <time dateTime={paused.until}>{formatMoment(paused.until)}</time>
        </span>
      )}
      {!lifetime && !still && !paused && !onHold && (
        <span>
          {days === null ? 'Ended' : 'Until'}{' '}
          <time dateTime={end.toISOString()}>{formatMoment(end)}</time>
        </span>
      )}
    </p>
  )
}

type DetailsProps = { product: string; children: ReactNode }

/** Opens itself if a restored draft has opened a dialog inside, which would be invisible. */
function Details({ product, children }: DetailsProps) {
  return (
    <details
      ref={(part) => {
        if (!part?.querySelector('dialog form')) return
        for (
          let each: Element | null | undefined = part;
          each;
          each = each.parentElement?.closest('details')
        )
          (each as HTMLDetailsElement).open = true
      }}
      className="col-[1/3] row-start-3 max-sm:mt-2 max-[20rem]:row-start-4"
    >
      <DisclosureSummary className="relative z-1 min-h-11 w-fit font-[600] text-[0.9375rem] text-soft hover:text-ink">
        <span>
          Details<span className="sr-only"> of {product}</span>
        </span>
      </DisclosureSummary>
      <div className="flex flex-wrap items-center gap-2 pt-2 pb-1 max-sm:*:[&:is(button,a)]:h-auto max-sm:*:[&:is(button,a)]:min-h-11 max-sm:*:[&:is(button,a)]:grow max-sm:*:[&:is(button,a)]:whitespace-normal">
        {children}
      </div>
    </details>
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
  if (!purchasable) return <p className="text-[0.9375rem] text-soft">Currently unavailable</p>
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
