import { isChargedLater, type Quote } from '#contract/selling/quote.ts'
import { isolated } from '#contract/wire/isolate.ts'
import type { CartItem } from '../cart/cart.ts'
import { formatDay, formatList, formatPrice } from '../format.ts'
import { afterCode, everyOf } from '../renewal-words.ts'

type ChargesProps = { quote: Quote; items: readonly CartItem[] }

/** Says in one sentence what the card is charged now and later. */
export function Charges({ quote, items }: ChargesProps) {
  const later = quote.items.flatMap(({ id, name, plan, renewal }) => {
    // An active renewal continues, whatever the customer chooses here.
    if (!renewal || !isChargedLater(renewal)) return []
    const replaces = items.find((item) => item.id === id)?.replacesRenewal === true
    const { running } = renewal
    const agreed = running && !replaces ? { ...running, discount: null } : { ...renewal, plan }
    const { discount } = agreed
    const first = formatPrice(discount?.price ?? agreed.price)
    const after = discount && ` (${afterCode(discount.charges)} ${formatPrice(agreed.price)})`
    return [
      isolated`${first} for ${name ?? ''} ${everyOf(agreed.plan)} from ${formatDay(renewal.charge_at)}${after ?? ''}`,
    ]
  })
  const now = `Your card will be charged ${formatPrice(quote.total)} today`
  return (
    <p className="font-[550] leading-6 [overflow-wrap:anywhere]">
      {later.length === 0
        ? `${now}. No renewal is on, so nothing is charged later.`
        : `${now}, then ${formatList(later)}, until you stop the renewal under Subscriptions.`}
    </p>
  )
}
