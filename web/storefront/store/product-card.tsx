import clsx from 'clsx'
import type { Product } from '#contract/catalogue/products.ts'
import type { AffectedProduct } from '#contract/outages/incidents.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Price } from '../../ui/price.tsx'
import { AffectedLine } from '../affected.tsx'
import { Cover } from '../cover.tsx'
import { startingPrice } from '../prices.ts'

type ProductCardProps = {
  product: Product
  /** Set if the product is down. */
  affected: AffectedProduct | undefined
  eager: boolean
}

/** The whole card is clickable: the link of its button extends to the card's edges. */
export function ProductCard({ product, affected, eager }: ProductCardProps) {
  return (
    <li className="surface notch-6 pressable lifts group flex flex-col">
      <Cover
        image={product.image}
        sizes="(min-width: 80rem) 18rem, (min-width: 64rem) 23vw, (min-width: 48rem) 31vw, 46vw"
        eager={eager}
        className={clsx('aspect-[4/5] rounded-t-[9px]', product.disabled && 'opacity-60 grayscale')}
      />
      <div className="flex grow flex-col gap-4 p-3.5 sm:p-5">
        <div className="flex grow flex-col gap-1.5">
          <h2
            title={product.name}
            className="title line-clamp-3 break-words text-[0.9375rem] sm:text-lg"
          >
            {product.name}
          </h2>
          {product.disabled ? (
            <p className="text-faint">Currently unavailable</p>
          ) : (
            <StartingPrice product={product} />
          )}
          <AffectedLine affected={affected} />
        </div>
        <LinkButton
          to={`/product/${product.id}`}
          prefetch="intent"
          size="small"
          aria-label={`View Details: ${product.name}`}
          className="stretched group-hover:border-field group-hover:bg-lifted"
        >
          View Details
        </LinkButton>
      </div>
    </li>
  )
}

function StartingPrice({ product }: { product: Product }) {
  const { price, was, month } = startingPrice(product)
  return (
    <p className="flex flex-wrap items-baseline gap-x-1.5">
      {!month && <span className="text-faint text-sm">from</span>}
      <Price
        amount={price}
        was={was}
        {...(month && { per: '/ month' })}
        className="font-[650] sm:text-lg"
      />
    </p>
  )
}
