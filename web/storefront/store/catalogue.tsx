import { SearchX, Store } from 'lucide-react'
import { useRevalidator } from 'react-router'
import type { Product } from '#contract/catalogue/products.ts'
import type { AffectedProduct } from '#contract/outages/incidents.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, ErrorBox } from '../../ui/notice.tsx'
import { affectedOf } from '../affected.tsx'
import { startingPrice } from '../prices.ts'
import {
  categoriesOf,
  type Filter,
  filterProducts,
  highestPrice,
  noFilter,
  tellCount,
} from './filter.ts'
import { Filters } from './filters.tsx'
import { ProductCard } from './product-card.tsx'
import { useFilter } from './use-filter.ts'

/** Two columns on phones, or one if the text is enlarged. */
export const gridClass =
  'grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-3 sm:grid-cols-2 sm:gap-6 md:grid-cols-3 lg:grid-cols-4'

type CatalogueProps = {
  products: readonly Product[] | null
  affected: readonly AffectedProduct[]
  error: string | null
}

export function Catalogue({ products, affected, error }: CatalogueProps) {
  const [filter, show] = useFilter()
  const { revalidate, state } = useRevalidator()
  const change = (part: Partial<Filter>) => show({ ...filter, ...part })
  if (!products) {
    return (
      <ErrorBox className="mt-10" onRetry={revalidate} retrying={state === 'loading'}>
        {error}
      </ErrorBox>
    )
  }
  if (products.length === 0) {
    return (
      <EmptyState icon={<Store size={26} />} title="No games yet">
        The store is still being set up. Please come back later.
      </EmptyState>
    )
  }
  const found = filterProducts(products, filter)
  return (
    <>
      <Filters
        filter={filter}
        categories={categoriesOf(products)}
        popular={products.some((product) => product.popular)}
        unlimited={products.some((product) => startingPrice(product).price > highestPrice)}
        onChange={change}
      />
      <p
        role="status"
        className={
          found.length > 0 ? 'mt-4 mb-3 text-soft text-sm tabular-nums sm:mt-6 sm:mb-5' : 'sr-only'
        }
      >
        {tellCount(found.length, products.length)}
      </p>
      {found.length === 0 ? (
        <EmptyState
          icon={<SearchX size={26} />}
          title="No games found matching your criteria"
          action={<Button onClick={() => change(noFilter)}>Show all games</Button>}
        />
      ) : (
        <ul className={gridClass}>
          {found.map((product, i) => (
            <ProductCard
              key={product.id}
              product={product}
              affected={affectedOf(affected, product.id)}
              eager={i < 2}
            />
          ))}
        </ul>
      )}
    </>
  )
}
