import clsx from 'clsx'
import { type Plan, plans } from '../content/offer.ts'
import { Badge } from '../ui/badge.tsx'
import { formatPrice, Price } from '../ui/price.tsx'

/** The offer's plans side by side. */
export function Plans() {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {plans.map((plan) => (
        <PlanCard key={plan.months} plan={plan} />
      ))}
    </ul>
  )
}

function PlanCard({ plan }: { plan: Plan }) {
  return (
    <li
      className={clsx(
        'surface notch-6 relative flex flex-col gap-5 p-6',
        plan.popular && 'outline-2 outline-signal -outline-offset-2',
      )}
    >
      {plan.popular && (
        <Badge tone="signal" className="absolute -top-3 left-6">
          Most Popular
        </Badge>
      )}
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-2">
        <h3 className="title text-lg">{plan.duration}</h3>
        {plan.discount > 0 && <Badge tone="success">Save {plan.discount}%</Badge>}
      </div>
      <p>
        <Price amount={plan.price / plan.months} className="display text-[2rem]" />
        <span className="ml-2 text-faint text-sm">per month</span>
      </p>
      <p className="text-soft">
        {plan.discount > 0 && (
          <s className="mr-2 text-faint">
            <span className="sr-only">Before: </span>
            {formatPrice(plan.originalPrice)}
          </s>
        )}
        <Price amount={plan.price} /> per {plan.period}
      </p>
    </li>
  )
}
