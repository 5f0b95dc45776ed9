import { recentLoginDays } from '#contract/people/staff-users.ts'
import { Filter } from '../list/filter.tsx'
import { FilterBar } from '../list/filter-bar.tsx'
import { IdFilter } from '../list/id-filter.tsx'
import { SearchBox } from '../list/search-box.tsx'

const common = ['role', 'status', 'verified'] as const
const more = ['time', 'product', 'infractions', 'last_login'] as const
export const userFilters = [...common, ...more]

const roles = [
  { value: 'all', label: 'All roles' },
  { value: 'user', label: 'User' },
  { value: 'support', label: 'Support' },
  { value: 'admin', label: 'Admin' },
  { value: 'staff', label: 'Support and admins' },
]
const statuses = [
  { value: 'all', label: 'Any status' },
  { value: 'active', label: 'Not banned' },
  { value: 'banned', label: 'Banned' },
]
const verifications = [
  { value: 'all', label: 'Any verification' },
  { value: 'true', label: 'Verified' },
  { value: 'false', label: 'Unverified' },
]
const times = [
  { value: 'all', label: 'Any' },
  { value: 'true', label: 'With time left' },
  { value: 'false', label: 'Without time left' },
]
const infractions = [
  { value: 'all', label: 'Any' },
  { value: 'true', label: 'With infractions' },
  { value: 'false', label: 'Without infractions' },
]
const logins = [
  { value: 'all', label: 'Any time' },
  { value: 'recent', label: `In the last ${recentLoginDays} days` },
  { value: 'older', label: `More than ${recentLoginDays} days ago` },
  { value: 'never', label: 'Never' },
]
const orders = [
  { value: '-joined', label: 'Newest accounts first' },
  { value: 'joined', label: 'Oldest accounts first' },
  { value: '-last_login', label: 'Latest login first' },
  { value: 'last_login', label: 'Longest since login first' },
]

export function UserFilters() {
  return (
    <FilterBar
      common={['search', ...common]}
      more={more}
      moreFilters={
        <>
          <Filter label="Time left" showLabel name="time" options={times} />
          <IdFilter of="Product" name="product" example="3" />
          <Filter label="Infractions" showLabel name="infractions" options={infractions} />
          <Filter label="Last login" showLabel name="last_login" options={logins} />
          <div className="md:hidden">
            <Filter label="Sort by" showLabel name="sort" options={orders} />
          </div>
        </>
      }
    >
      <SearchBox label="Search users" placeholder="Name, email, user ID, Discord or device…" />
      <Filter label="Role" name="role" options={roles} />
      <Filter label="Status" name="status" options={statuses} />
      <Filter label="Verified" name="verified" options={verifications} />
    </FilterBar>
  )
}
