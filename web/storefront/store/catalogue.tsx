import { Search, SearchX, Store } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { formatBriefMoney } from '#contract/currency.ts'
import type { AffectedProduct } from '#contract/incidents.ts'
import type { Product } from '#contract/products.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, ErrorBox } from '../../ui/notice.tsx'
import { Slider } from '../../ui/slider.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { affectedOf } from '../affected.tsx'
import { startingPrice } from '../prices.ts'
import { filterProducts, highestPrice, noFilter, tellCount } from './filter.ts'
import { ProductCard } from './product-card.tsx'

/** Kept while the page is open, so that coming back from a product finds the same products. */
let lastFilter = noFilter

export const gridClass = 'grid grid-cols-2 gap-3 sm:gap-6 md:grid-cols-3 lg:grid-cols-4'

type CatalogueProps = {
  products: readonly Product[] | null
  affected: readonly AffectedProduct[]
  error: string | null
}

export function Catalogue({ products, affected, error }: CatalogueProps) {
  const [filter, setFilter] = useState(lastFilter)
  const { revalidate, state } = useRevalidator()
  function change(part: Partial<typeof filter>) {
    lastFilter = { ...lastFilter, ...part }
    setFilter(lastFilter)
  }
  if (!products) {
    return (
      <ErrorBox className="mt-10" onRetry={revalidate} retrying={state === 'loading'}>
        {error}
      </ErrorBox>
    )
  }
  if (products.length === 0) {
    return (
      <EmptyState icon={<Store size={26} />} title="Nothing is on sale yet">
        The shop is being furnished. Please come back later.
      </EmptyState>
    )
  }
  const found = filterProducts(products, filter)
  const unlimited =
    filter.maxPrice === highestPrice &&
    products.some((product) => startingPrice(product).price > highestPrice)
  return (
    <>
      <search className="mt-8 grid items-center gap-x-8 gap-y-5 sm:grid-cols-[minmax(0,1fr)_minmax(14rem,20rem)]">
        <TextField
          type="search"
          label="Search games"
          hideLabel
          placeholder="Search games..."
          icon={<Search size={18} aria-hidden="true" />}
          value={filter.search}
          onChange={(event) => change({ search: event.target.value })}
        />
        <Slider
          label="Max price"
          min={0}
          max={highestPrice}
          value={filter.maxPrice}
          shown={`${formatBriefMoney(filter.maxPrice * 100)}${unlimited ? '+' : ''}`}
          onChange={(maxPrice) => change({ maxPrice })}
        />
      </search>
      <p
        role="status"
        className={found.length > 0 ? 'mt-6 mb-5 text-faint text-sm tabular-nums' : 'sr-only'}
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
