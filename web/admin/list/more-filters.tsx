import { ChevronDown, X } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { useListAddress } from './address.ts'

type MoreFiltersProps = {
  /** The URL parameters of the filters that are always visible, and of those that are collapsed. */
  common: readonly string[]
  more: readonly string[]
  children: ReactNode
}

/** Rarely used filters, expanded if one of them is set, and the button that clears all filters. */
export function MoreFilters({ common, more, children }: MoreFiltersProps) {
  const { query, change } = useListAddress()
  const set = more.filter((name) => query.has(name))
  const isSet = set.length > 0
  const details = useRef<HTMLDetailsElement>(null)
  // Only the user collapses them again: a filter may be emptied to type another value.
  useLayoutEffect(() => {
    if (isSet) details.current!.open = true
  }, [isSet])
  const any = [...common, ...more].filter((name) => query.has(name))
  return (
    <div className="relative">
      <details ref={details} className="group">
        <summary className="inline-flex cursor-pointer list-none items-center gap-1.5 rounded-sm py-1 text-soft text-sm hover:text-ink">
          <ChevronDown
            size={16}
            aria-hidden="true"
            className="-rotate-90 transition-transform group-open:rotate-0"
          />
          More filters{isSet && ` (${set.length})`}
        </summary>
        <div className="mt-2 grid gap-3 sm:grid-cols-2 xl:grid-cols-4">{children}</div>
      </details>
      {any.length > 0 && (
        <div className="absolute -top-1 right-0">
          <Button
            look="quiet"
            size="small"
            onClick={() => change(Object.fromEntries(any.map((name) => [name, null])))}
          >
            <X size={15} aria-hidden="true" />
            Clear filters
          </Button>
        </div>
      )}
    </div>
  )
}
