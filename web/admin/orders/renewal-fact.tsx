import type { CardRenewal, RenewalEnd, RenewalState } from '#contract/access/card-renewal.ts'
import { shortCardName } from '#contract/selling/card-brand.ts'
import { formatDay, formatPrice } from '../../format.ts'
import { afterCode, everyOf } from '../../renewal-words.ts'

const states: Record<RenewalState, string> = {
  on: 'Active',
  charging: 'Being charged',
  retrying: 'Payment failed',
  needs_action: 'Waiting for the customer to confirm the payment',
  stopping: 'Canceled: ends at expiry',
  held: 'On hold',
  ended: 'Ended',
}

const ends: Record<RenewalEnd, string> = {
  stopped: 'canceled',
  unpaid: 'not paid',
  refunded: 'refunded',
  revoked: 'time revoked',
  lifetime: 'lifetime bought',
  disputed: 'dispute lost',
  banned: 'account banned',
  deleted: 'account deleted',
  unsold: 'no longer sold',
}

const held = {
  dispute: 'a payment is disputed',
  product: 'the product is not on sale',
  still: 'time is frozen',
  pause: 'paused by the customer',
}

/** The status of a renewal, for staff. */
export function RenewalFact({ renewal }: { renewal: CardRenewal }) {
  const { state, price, plan, card, next_charge: charge, next_try: again, gives_up: end } = renewal
  const { price_change: change, discount } = renewal
  const why = renewal.ended ? ends[renewal.ended.why] : renewal.held_for && held[renewal.held_for]
  const details = [
    `${formatPrice(price)} ${everyOf(plan)}`,
    discount &&
      `with ${discount.code}, ${afterCode(discount.charges)} ${formatPrice(discount.price)}`,
    change &&
      `from ${formatDay(change.from)} ${formatPrice(change.price)} instead of ${formatPrice(change.instead_of)}`,
    card ? shortCardName(card) : 'no card',
    charge && `next charge on ${formatDay(charge)}`,
    again && `next retry on ${formatDay(again)}`,
    end && `retries end on ${formatDay(end)}`,
    renewal.failure,
  ]
  return (
    <>
      {states[state]}
      {why && `: ${why}`}
      <span className="block text-faint text-sm">{details.filter(Boolean).join(' · ')}</span>
    </>
  )
}
