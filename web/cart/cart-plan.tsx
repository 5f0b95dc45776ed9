import type { Quote } from '#contract/selling/quote.ts'
import { labelOf } from '#contract/wire/terms.ts'
import { formatPrice } from '../format.ts'
import { Select } from '../ui/select.tsx'
import { type CartItem, setPlan } from './cart.ts'

type CartPlanProps = { item: CartItem; title: string; plans: Quote['items'][number]['plans'] }

/**
 * Changes the plan of an item. The price of the current plan is shown next to the field, so only the
 * other options contain a price.
 */
export function CartPlan({ item, title, plans }: CartPlanProps) {
  const sold = plans.some(({ plan }) => plan === item.plan)
  if (plans.length === 0 || (sold && plans.length === 1)) {
    return <p className="text-[0.9375rem] text-soft">{labelOf(item.plan)}</p>
  }
  const options = plans.map(({ plan, price }) => ({
    value: plan,
    label: plan === item.plan ? labelOf(plan) : `${labelOf(plan)} · ${formatPrice(price)}`,
  }))
  const gone = { value: item.plan, label: `${labelOf(item.plan)} · no longer sold` }
  return (
    <Select
      label={`Length of ${title}`}
      hideLabel
      className="relative z-1 w-fit max-w-full"
      options={sold ? options : [gone, ...options]}
      value={item.plan}
      aria-invalid={sold ? undefined : true}
      onChange={({ target }) => {
        const chosen = plans.find(({ plan }) => plan === target.value)
        if (chosen) setPlan(item.id, chosen.plan, chosen.price)
      }}
    />
  )
}
