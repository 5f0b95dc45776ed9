import clsx from 'clsx'
import { labelOf, monthsIn } from '#contract/wire/terms.ts'
import { formatPrice } from '../format.ts'
import { Badge } from '../ui/badge.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Price } from '../ui/price.tsx'
import type { Featured } from './featured.ts'
import { formerPrice } from './prices.ts'

/** A product's plans side by side. Each links to the product with that plan selected. */
export function Plans({ product }: { product: Featured }) {
  return (
    <ul className="grid grid-cols-2 gap-x-3 gap-y-4 sm:gap-4 lg:grid-cols-4 max-[20rem]:grid-cols-[minmax(0,1fr)]">
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
        'surface notch-10 pressable lifts group flex min-w-0 flex-col p-4 pt-5 sm:p-6',
        popular && 'outline-2 outline-signal -outline-offset-2',
      )}
    >
      {popular && (
        <Badge tone="signal" className="absolute -top-3 left-4 sm:left-6">
          Most Popular
        </Badge>
      )}
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-2">
        <h3 className="title text-lg">{labelOf(plan)}</h3>
        {savings > 0 && <Badge tone="success">Save {savings}%</Badge>}
      </div>
      <p className="mt-4">
        <Price amount={price / (months ?? 1)} className="display text-[1.5rem] sm:text-[2rem]" />
        {months && (
          <span className="ml-2 whitespace-nowrap text-soft text-sm max-sm:ml-0 max-sm:block">
            per month
          </span>
        )}
      </p>
      <p className="mt-1 min-h-6 text-soft">
        {was !== undefined && (
          <s className="mr-2 text-faint">
            <span className="sr-only">Before: </span>
            {formatPrice(was)}
          </s>
        )}
        {months !== null && months > 1 && (
          <span className="whitespace-nowrap">
            billed <Price amount={price} />
          </span>
        )}
      </p>
      <div className="mt-auto pt-5">
        <LinkButton
          to={`/product/${product.id}?plan=${plan}`}
          look={popular ? 'primary' : 'secondary'}
          wide
          aria-label={`Choose ${labelOf(plan)} of ${product.name}`}
          className="stretched"
        >
          Choose
        </LinkButton>
      </div>
    </li>
  )
}
