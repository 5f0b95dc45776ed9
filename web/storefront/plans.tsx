import clsx from 'clsx'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { labelOf, monthsIn } from '#contract/wire/terms.ts'
import { formatPrice } from '../format.ts'
import { Badge } from '../ui/badge.tsx'
import { Price } from '../ui/price.tsx'
import type { Featured } from './featured.ts'
import { formerPrice } from './prices.ts'

/** A product's plans side by side. Each links to the product with that plan selected. */
export function Plans({ product }: { product: Featured }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {product.terms.map((plan) => (
        <PlanCard key={plan.plan} product={product} plan={plan} />
      ))}
    </ul>
  )
}

type PlanProps = { product: Featured; plan: Featured['terms'][number] }

function PlanCard({ product, plan: term }: PlanProps) {
  const { plan, popular, savings, price } = term
  const months = monthsIn(plan)
  const was = formerPrice(term)
  return (
    <li
      className={clsx(
        'surface notch-6 pressable lifts group flex flex-col gap-5 p-6',
        popular && 'outline-2 outline-signal -outline-offset-2',
      )}
    >
      {popular && (
        <Badge tone="signal" className="absolute -top-3 left-6">
          Most Popular
        </Badge>
      )}
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-2">
        <h3 className="title text-lg">
          <Link to={`/product/${product.id}?plan=${plan}`} className="stretched">
            {labelOf(plan)}
            <span className="sr-only"> of {product.name}</span>
          </Link>
        </h3>
        {savings > 0 && <Badge tone="success">Save {savings}%</Badge>}
      </div>
      <p>
        <Price amount={price / (months ?? 1)} className="display text-[2rem]" />
        {months && <span className="ml-2 text-faint text-sm">per month</span>}
      </p>
      <p className="flex items-end justify-between gap-3 text-soft">
        <span>
          {was !== undefined && (
            <s className="mr-2 text-faint">
              <span className="sr-only">Before: </span>
              {formatPrice(was)}
            </s>
          )}
          {months !== null && months > 1 && (
            <>
              <Price amount={price} /> per {months} months
            </>
          )}
        </span>
        <ArrowRight
          size={18}
          aria-hidden="true"
          className="shrink-0 text-faint transition-colors group-hover:text-signal"
        />
      </p>
    </li>
  )
}
