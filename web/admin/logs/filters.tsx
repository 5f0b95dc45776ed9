import type { User } from '#contract/people/staff-users.ts'
import { isNumber, useListAddress } from '../list/address.ts'
import { Filter } from '../list/filter.tsx'
import { FilterBar } from '../list/filter-bar.tsx'
import { FilterField } from '../list/filter-field.tsx'
import { IdFilter } from '../list/id-filter.tsx'
import { SearchBox } from '../list/search-box.tsx'
import { TimeField } from '../list/time-field.tsx'
import { isFact } from './address.ts'

const levels = [
  { value: 'all', label: 'All levels' },
  { value: 'info', label: 'Info' },
  { value: 'warning', label: 'Warning' },
  { value: 'error', label: 'Error' },
  { value: 'success', label: 'Success' },
] as const

const common = ['message', 'level', 'source', 'by']
const more = ['details', 'uid', 'from', 'to']

type FiltersProps = { sources: readonly string[]; staff: readonly User[] }

export function Filters({ sources, staff }: FiltersProps) {
  const { query } = useListAddress()
  const chosen = query.get('source')
  // Keep the source that the URL names in the list, even if it has no entries.
  const named = chosen && !sources.includes(chosen) ? [...sources, chosen] : sources
  const members = staff.map(({ uid, username }) => ({ value: String(uid), label: username }))
  const by = query.get('by')
  // A former staff member is not in the list.
  if (by && isNumber(by) && !members.some(({ value }) => value === by))
    members.push({ value: by, label: `User #${by}` })
  return (
    <FilterBar
      common={common}
      more={more}
      moreFilters={
        <>
          <FilterField
            label="Details"
            name="details"
            placeholder="provider:stripe"
            check={(text) => (isFact(text) ? undefined : 'Enter a name and a value, as key:value')}
          />
          <IdFilter of="User" name="uid" example="7" />
          <TimeField label="From" name="from" />
          <TimeField label="To" name="to" />
        </>
      }
    >
      <SearchBox label="Search messages" placeholder="Text of the message…" name="message" />
      <Filter label="Level" name="level" options={levels} />
      <Filter
        label="Source"
        name="source"
        options={[
          { value: 'all', label: 'All sources' },
          ...named.map((source) => ({ value: source, label: source })),
        ]}
      />
      <Filter
        label="Done by"
        name="by"
        options={[{ value: 'all', label: 'Done by anyone' }, ...members]}
      />
    </FilterBar>
  )
}
