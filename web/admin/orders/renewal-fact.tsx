import { shortCardName } from '#contract/card-brand.ts'
import type { CardRenewal, RenewalEnd, RenewalState } from '#contract/renewals.ts'
import { formatDay, formatPrice } from '../../format.ts'
import { afterCode, everyOf } from '../../renewal-words.ts'

const states: Record<RenewalState, string> = {
  on: 'Runs',
  charging: 'Is being charged',
  retrying: 'Payment failed',
  needs_action: 'Waits for its customer to confirm the payment',
  stopping: 'Stopped: it ends with the time',
  held: 'On hold',
  ended: 'Over',
}

const ends: Record<RenewalEnd, string> = {
  stopped: 'stopped by its customer',
  unpaid: 'not paid',
  refunded: 'refunded',
  revoked: 'time taken back',
  lifetime: 'bought for life',
  disputed: 'dispute lost',
  banned: 'account banned',
  deleted: 'account deleted',
  unsold: 'not sold any more',
}

const held = {
  dispute: 'a payment is disputed',
  product: 'the product is not sold now',
  still: 'its time stands still',
  pause: 'its customer has paused it',
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
    card ? shortCardName(card) : 'without a card',
    charge && `charged next on ${formatDay(charge)}`,
    again && `tried again on ${formatDay(again)}`,
    end && `given up on ${formatDay(end)}`,
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
