import type { Quote } from '#contract/quote.ts'
import type { Plan } from '#contract/terms.ts'
import { type CartItem, setRenewal } from '../cart/cart.ts'
import { formatPrice } from '../format.ts'
import { adjectiveOf, afterCode, everyOf } from '../renewal-words.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'

type Renewal = NonNullable<Quote['items'][number]['renewal']>
type RenewalChoiceProps = { item: CartItem; plan: Plan; renewal: Renewal }

/** Whether the card renews this item; of one that renews already in another way, which counts. */
export function RenewalChoice({ item, plan, renewal }: RenewalChoiceProps) {
  const { price, on, running, discount } = renewal
  const at = discount
    ? `${formatPrice(discount.price)}, ${afterCode(discount.charges)} ${formatPrice(price)}`
    : formatPrice(price)
  const every = `${everyOf(plan)} at ${at}`
  if (!running) {
    // The server answers with what was chosen a moment later.
    return (
      <Checkbox
        label={`Renew ${every}`}
        aria-label={`Renew ${every}: ${item.title}`}
        checked={item.renew ?? on}
        onChange={(event) => setRenewal(item.id, event.target.checked)}
      />
    )
  }
  const replaces = item.replacesRenewal === true
  return (
    <RadioGroup<'keep' | 'replace'>
      legend={`Replace your ${adjectiveOf(running.plan)} renewal?`}
      options={[
        {
          value: 'keep',
          label: `Keep: ${everyOf(running.plan)} at ${formatPrice(running.price)}`,
        },
        { value: 'replace', label: `Replace: ${every}` },
      ]}
      value={replaces ? 'replace' : 'keep'}
      onChange={(chosen) => setRenewal(item.id, true, chosen === 'replace')}
    />
  )
}
