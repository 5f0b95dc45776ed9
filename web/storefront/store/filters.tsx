import clsx from 'clsx'
import { Search, SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { formatBriefMoney } from '#contract/wire/currency.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { Slider } from '../../ui/slider.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { countHidden, type Filter, highestPrice, type Sort } from './filter.ts'

const sorts: readonly { value: Sort; label: string }[] = [
  { value: 'featured', label: 'Featured' },
  { value: 'popular', label: 'Popular first' },
  { value: 'price', label: 'Price: low to high' },
  { value: 'price-desc', label: 'Price: high to low' },
  { value: 'name', label: 'Name' },
  { value: 'newest', label: 'Newest' },
]

type FiltersProps = {
  filter: Filter
  categories: readonly string[]
  /** Whether any product is marked as popular. */
  popular: boolean
  /** Whether any product costs more than the maximum of the slider. */
  unlimited: boolean
  onChange: (part: Partial<Filter>) => void
}

/** The search and the filters. On a phone, a button shows the filters. */
export function Filters({ filter, categories, popular, unlimited, onChange }: FiltersProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const active = countHidden(filter)
  const above = unlimited && filter.maxPrice === highestPrice ? '+' : ''
  return (
    <search className="mt-5 flex flex-wrap items-end gap-x-3 gap-y-5 sm:mt-8 sm:gap-x-6">
      <TextField
        type="search"
        label="Search games"
        hideLabel
        className="grow basis-44"
        placeholder="Search games..."
        icon={<Search size={18} aria-hidden="true" />}
        value={filter.search}
        onChange={(event) => onChange({ search: event.target.value })}
      />
      <Button
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="sm:hidden"
      >
        <SlidersHorizontal size={18} aria-hidden="true" />
        {active > 0 ? `Filter (${active})` : 'Filter'}
      </Button>
      <div
        id={id}
        className={clsx(
          'grid items-end gap-x-6 gap-y-5 max-sm:w-full sm:grid-cols-[12rem_14rem]',
          !open && 'max-sm:hidden',
        )}
      >
        <Select
          label="Sort by"
          options={sorts.filter(({ value }) => value !== 'popular' || popular)}
          value={filter.sort}
          onChange={({ target }) => onChange({ sort: target.value as Sort })}
        />
        <Slider
          label="Max price"
          min={0}
          max={highestPrice}
          value={filter.maxPrice}
          shown={`${formatBriefMoney(filter.maxPrice * 100)}${above}`}
          onChange={(maxPrice) => onChange({ maxPrice })}
        />
      </div>
      {(categories.length > 1 || filter.category !== '') && (
        <Categories
          categories={categories}
          chosen={filter.category}
          onChoose={(category) => onChange({ category })}
          className={clsx('w-full', !open && 'max-sm:hidden')}
        />
      )}
    </search>
  )
}

type CategoriesProps = {
  categories: readonly string[]
  /** Empty for all. */
  chosen: string
  onChoose: (category: string) => void
  className: string
}

function Categories({ categories, chosen, onChoose, className }: CategoriesProps) {
  return (
    <fieldset className={className}>
      <legend className="sr-only">Category</legend>
      <div className="flex flex-wrap gap-2">
        {['', ...categories].map((category) => (
          <button
            key={category}
            type="button"
            aria-pressed={category === chosen}
            onClick={() => onChoose(category)}
            className={clsx(
              'min-h-9 max-w-full rounded-md border px-3.5 py-1 font-[600] text-sm transition-colors duration-120 [overflow-wrap:anywhere]',
              category === chosen
                ? 'border-signal bg-chosen text-ink'
                : 'border-edge text-soft hover:border-field hover:text-ink',
            )}
          >
            {category || 'All'}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
