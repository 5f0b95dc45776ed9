import { ListFilter, X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useListAddress } from './address.ts'

type FilterBarProps = {
  /** The search box and the filters that are always visible. */
  children: ReactNode
  /** The URL parameters of the visible filters (`common`) and of the rarely used ones (`more`). */
  common: readonly string[]
  more: readonly string[]
  /** The rarely used filters. */
  moreFilters: ReactNode
}

/** The filters of a list on one line. A button shows the rarely used ones below it. */
export function FilterBar({ children, common, more, moreFilters }: FilterBarProps) {
  const { query, change } = useListAddress()
  const set = more.filter((name) => query.has(name)).length
  const isSet = set > 0
  const [open, setOpen] = useState(isSet)
  const id = useId()
  // Opens if a filter is set, but never closes itself: a user may clear a filter to change it.
  useEffect(() => {
    if (isSet) setOpen(true)
  }, [isSet])
  const any = [...common, ...more].filter((name) => query.has(name))
  return (
    <div className="mb-4 grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        {children}
        <Button aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          <ListFilter size={16} aria-hidden="true" />
          More filters{isSet && ` (${set})`}
        </Button>
        {any.length > 0 && (
          <Button
            look="quiet"
            onClick={() => change(Object.fromEntries(any.map((name) => [name, null])))}
          >
            <X size={15} aria-hidden="true" />
            Clear filters
          </Button>
        )}
      </div>
      <div id={id} hidden={!open} className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {moreFilters}
      </div>
    </div>
  )
}
