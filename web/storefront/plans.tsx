import clsx from 'clsx'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { terms } from '#contract/terms.ts'
import { formatPrice } from '../format.ts'
import { Badge } from '../ui/badge.tsx'
import { Price } from '../ui/price.tsx'
import type { Featured } from './featured.ts'

/** A product's plans side by side, each leading to that product with its term chosen. */
export function Plans({ product }: { product: Featured }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {product.terms.map((plan) => (
        <PlanCard key={plan.months} product={product} plan={plan} />
      ))}
    </ul>
  )
}

/** The length of the plan that is marked as the most popular. */
const popularMonths = 6

type PlanProps = { product: Featured; plan: Featured['terms'][number] }

function PlanCard({ product, plan: { months, savings, price } }: PlanProps) {
  const { label } = terms.find((term) => term.months === months)!
  const popular = months === popularMonths
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
          <Link to={`/product/${product.id}?months=${months}`} className="stretched">
            {label}
            <span className="sr-only"> of {product.name}</span>
          </Link>
        </h3>
        {savings > 0 && <Badge tone="success">Save {savings}%</Badge>}
      </div>
      <p>
        <Price amount={price / months} className="display text-[2rem]" />
        <span className="ml-2 text-faint text-sm">per month</span>
      </p>
      <p className="flex items-end justify-between gap-3 text-soft">
        <span>
          {savings > 0 && (
            <s className="mr-2 text-faint">
              <span className="sr-only">Before: </span>
              {formatPrice((Math.round(product.price * 100) * months) / 100)}
            </s>
          )}
          {months > 1 && (
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
