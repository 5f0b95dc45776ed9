import { Search, SearchX, Store } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Product } from '#contract/catalogue/products.ts'
import type { AffectedProduct } from '#contract/outages/incidents.ts'
import { formatBriefMoney } from '#contract/wire/currency.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, ErrorBox } from '../../ui/notice.tsx'
import { Slider } from '../../ui/slider.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { affectedOf } from '../affected.tsx'
import { startingPrice } from '../prices.ts'
import {
  addressOf,
  type Filter,
  filterProducts,
  highestPrice,
  noFilter,
  readFilter,
  tellCount,
} from './filter.ts'
import { ProductCard } from './product-card.tsx'

/** The filter of the last visit to the store since the page was loaded. */
let lastFilter = noFilter

/**
 * The filter, stored in the URL for reloading and sharing. The server renders one page for all
 * filters, so the URL takes effect once the page has hydrated.
 */
function useFilter() {
  const [filter, setFilter] = useState(lastFilter)
  const show = (next: Filter) => {
    lastFilter = next
    setFilter(next)
  }
  useEffect(() => {
    const named = readFilter(new URLSearchParams(window.location.search))
    if (named) {
      lastFilter = named
      setFilter(named)
    }
  }, [])
  useEffect(() => {
    // Safari allows at most a hundred changes of the URL in thirty seconds.
    const writing = setTimeout(() => {
      const { pathname, search } = window.location
      const address = addressOf(filter)
      if (pathname === '/store' && pathname + search !== address && filter === lastFilter)
        window.history.replaceState(window.history.state, '', address)
    }, 300)
    return () => clearTimeout(writing)
  }, [filter])
  return [filter, show] as const
}

export const gridClass = 'grid grid-cols-2 gap-3 sm:gap-6 md:grid-cols-3 lg:grid-cols-4'

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
