import type { Quote } from '#contract/selling/quote.ts'
import type { Plan } from '#contract/wire/terms.ts'
import { type CartItem, setRenewal } from '../cart/cart.ts'
import { formatPrice } from '../format.ts'
import { adjectiveOf, afterCode, everyOf } from '../renewal-words.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'

type Renewal = NonNullable<Quote['items'][number]['renewal']>
type RenewalChoiceProps = {
  item: CartItem
  plan: Plan
  renewal: Renewal
  /** Set if the order has several products: the choice names this one. */
  named: boolean
}

/**
 * Whether the card renews this item. If the item already renews at other terms, the
 * customer chooses which renewal stays.
 */
export function RenewalChoice({ item, plan, renewal, named }: RenewalChoiceProps) {
  const { price, on, goes_on, running, discount } = renewal
  const at = discount
    ? `${formatPrice(discount.price)}, ${afterCode(discount.charges)} ${formatPrice(price)}`
    : formatPrice(price)
  const every = `${everyOf(plan)} at ${at}`
  if (goes_on)
    return (
      <p className="text-[0.9375rem] text-soft [overflow-wrap:anywhere]">
        {named && `${item.title}: `}
        Already renews {every}. You can stop the renewal under Subscriptions.
      </p>
    )
  if (!running) {
    // The server's answer reflects the choice a moment later, so show the choice itself.
    return (
      <Checkbox
        label={<Renewed title={named ? item.title : undefined} every={every} />}
        aria-label={`Renew ${every}: ${item.title}`}
        checked={item.renew ?? on}
        onChange={(event) => setRenewal(item.id, event.target.checked)}
      />
    )
  }
  const { stopped } = running
  const replaces = item.replacesRenewal === true
  const former = `${everyOf(running.plan)} at ${formatPrice(running.price)}`
  return (
    <RadioGroup<'off' | 'keep' | 'replace'>
      look="rows"
      legend={
        <span className="text-base text-ink">
          {named && `${item.title}: `}
          {stopped
            ? `Turn your ${adjectiveOf(running.plan)} renewal back on?`
            : `Replace your ${adjectiveOf(running.plan)} renewal?`}
        </span>
      }
      options={[
        ...(stopped ? [{ value: 'off' as const, label: 'Leave it off' }] : []),
        { value: 'keep', label: `${stopped ? 'As before' : 'Keep'}: ${former}` },
        { value: 'replace', label: `Replace: ${every}` },
      ]}
      value={stopped && !(item.renew ?? on) ? 'off' : replaces ? 'replace' : 'keep'}
      onChange={(chosen) => setRenewal(item.id, chosen !== 'off', chosen === 'replace')}
    />
  )
}

function Renewed({ title, every }: { title: string | undefined; every: string }) {
  return (
    <span className="[overflow-wrap:anywhere] text-base text-ink">
      Renew {every}
      {title && <span className="block text-soft text-sm">{title}</span>}
    </span>
  )
}
