import clsx from 'clsx'
import { Link } from 'react-router'
import type { Product } from '#contract/catalogue/products.ts'
import type { AffectedProduct } from '#contract/outages/incidents.ts'
import { Badge } from '../../ui/badge.tsx'
import { Price } from '../../ui/price.tsx'
import { StatusBadge } from '../affected.tsx'
import { Cover } from '../cover.tsx'
import { startingPrice } from '../prices.ts'

type ProductCardProps = {
  product: Product
  /** Set if the product is down. */
  affected: AffectedProduct | undefined
  eager: boolean
}

/** The whole card is clickable: its link extends to the card's edges. */
export function ProductCard({ product, affected, eager }: ProductCardProps) {
  return (
    <li className="surface notch-6 sm:notch-10 pressable lifts group flex flex-col">
      <Cover
        image={product.image}
        sizes="(min-width: 80rem) 18rem, (min-width: 64rem) 23vw, (min-width: 48rem) 31vw, 46vw"
        eager={eager}
        className={clsx('aspect-[4/5] rounded-t-[9px]', product.disabled && 'opacity-60 grayscale')}
      />
      <Badges product={product} affected={affected} />
      <div className="flex grow flex-col gap-1.5 p-3.5 sm:p-5">
        <h2 title={product.name} className="title line-clamp-3 break-words text-base sm:text-lg">
          {product.name}
        </h2>
        <div className="mt-auto flex flex-wrap items-baseline justify-between gap-x-3 gap-y-2">
          {product.disabled ? (
            <p className="text-[0.9375rem] text-soft">Currently unavailable</p>
          ) : (
            <StartingPrice product={product} />
          )}
          <Link
            to={`/product/${product.id}`}
            prefetch="intent"
            aria-label={`View Details: ${product.name}`}
            className="stretched ml-auto text-[0.9375rem] text-soft underline decoration-edge underline-offset-4 transition-colors group-hover:text-ink group-hover:decoration-signal"
          >
            View Details
          </Link>
        </div>
      </div>
    </li>
  )
}

/** Opaque badges on the picture. The sentence about a product that is down is on its page. */
function Badges({ product: { disabled, popular }, affected }: Omit<ProductCardProps, 'eager'>) {
  if (disabled) return null
  return (
    <p className="pointer-events-none absolute top-2.5 left-2.5 flex flex-col items-start gap-1.5 sm:top-3.5 sm:left-3.5">
      <StatusBadge affected={affected} className="bg-ground!" />
      {popular && <Badge className="bg-ground! text-ink!">Popular</Badge>}
    </p>
  )
}

function StartingPrice({ product }: { product: Product }) {
  const { price, was, month } = startingPrice(product)
  return (
    <p className="flex flex-wrap items-baseline gap-x-1.5">
      {!month && <span className="text-soft text-sm">from</span>}
      <Price
        amount={price}
        was={was}
        {...(month && { per: '/ month' })}
        className="font-[650] sm:text-lg"
      />
    </p>
  )
}
