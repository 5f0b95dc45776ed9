import { ChevronDown, X } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useListAddress } from '../list/address.ts'
import { Filter } from '../list/filter.tsx'
import { SearchBox } from '../list/search-box.tsx'
import { isFact, isUserId } from './address.ts'
import { FilterField } from './filter-field.tsx'
import { TimeField } from './time-field.tsx'

const levels = [
  { value: 'all', label: 'All levels' },
  { value: 'info', label: 'Info' },
  { value: 'warning', label: 'Warning' },
  { value: 'error', label: 'Error' },
  { value: 'success', label: 'Success' },
] as const

const common = ['message', 'level', 'source']
const more = ['details', 'uid', 'from', 'to']

/** What the log can be narrowed to. */
export function Filters({ sources }: { sources: readonly string[] }) {
  const { query, change } = useListAddress()
  const chosen = query.get('source')
  // One that the address names stays to be seen, whether or not it has written.
  const named = chosen && !sources.includes(chosen) ? [...sources, chosen] : sources
  const set = more.filter((name) => query.has(name))
  const any = [...common, ...more].filter((name) => query.has(name))
  return (
    <div className="mb-4 grid gap-3">
      <div className="flex flex-wrap gap-3">
        <SearchBox label="Search messages" placeholder="Words of the message…" name="message" />
        <Filter label="Level" name="level" options={levels} />
        <Filter
          label="Source"
          name="source"
          options={[
            { value: 'all', label: 'All sources' },
            ...named.map((source) => ({ value: source, label: source })),
          ]}
        />
      </div>
      <div className="relative">
        <details className="group" open={set.length > 0 || undefined}>
          <summary className="inline-flex cursor-pointer list-none items-center gap-1.5 rounded-sm py-1 text-soft text-sm hover:text-ink">
            <ChevronDown
              size={16}
              aria-hidden="true"
              className="-rotate-90 transition-transform group-open:rotate-0"
            />
            More filters{set.length > 0 && ` (${set.length})`}
          </summary>
          <div className="mt-2 grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
            <FilterField
              label="Details"
              name="details"
              placeholder="provider:stripe"
              check={(text) => (isFact(text) ? undefined : 'Write a name and a value: key:value')}
            />
            <FilterField
              label="User ID"
              name="uid"
              placeholder="7"
              inputMode="numeric"
              check={(text) => (isUserId(text) ? undefined : 'Write the number of a user')}
            />
            <TimeField label="From" name="from" />
            <TimeField label="To" name="to" />
          </div>
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
    </div>
  )
}
