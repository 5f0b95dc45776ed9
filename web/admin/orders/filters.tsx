import { paymentStatuses } from '#contract/selling/orders.ts'
import { currencySign } from '#contract/wire/currency.ts'
import { paymentLabels } from '../../account/orders/payment-labels.ts'
import { Filter } from '../list/filter.tsx'
import { FilterBar } from '../list/filter-bar.tsx'
import { FilterField } from '../list/filter-field.tsx'
import { IdFilter } from '../list/id-filter.tsx'
import { SearchBox } from '../list/search-box.tsx'
import { TimeField } from '../list/time-field.tsx'
import { problemOfTotal } from './address.ts'

const states = [
  { value: 'all', label: 'All placed' },
  ...paymentStatuses.map((status) => ({ value: status, label: paymentLabels[status] })),
]
const methods = [
  { value: 'all', label: 'All methods' },
  { value: 'card', label: 'Card' },
  { value: 'crypto', label: 'Crypto' },
  { value: 'free', label: 'Free' },
] as const
const looks = [
  { value: 'all', label: 'All review states' },
  { value: 'refund', label: 'Refund to review' },
  { value: 'payout', label: 'Payout to send' },
  { value: 'failed', label: 'Failed or expired with money received' },
  { value: 'unexpected', label: 'Unexpected payment' },
] as const

const orders = [
  { value: '-date', label: 'Newest first' },
  { value: 'date', label: 'Oldest first' },
]

const common = ['search', 'status', 'method', 'look']
const more = ['product', 'code', 'uid', 'min', 'max', 'from', 'to']

export function OrderFilters() {
  return (
    <FilterBar
      common={common}
      more={more}
      moreFilters={
        <>
          <IdFilter of="Product" name="product" example="3" />
          <FilterField
            label="Code"
            name="code"
            placeholder="WELCOME10"
            check={(text) => (text.length <= 60 ? undefined : 'A code has at most 60 characters')}
          />
          <IdFilter of="User" name="uid" example="7" />
          <FilterField
            label={`At least (${currencySign()})`}
            name="min"
            placeholder="10"
            check={problemOfTotal}
          />
          <FilterField
            label={`At most (${currencySign()})`}
            name="max"
            placeholder="50"
            check={problemOfTotal}
          />
          <TimeField label="From" name="from" />
          <TimeField label="To" name="to" />
          <div className="md:hidden">
            <Filter label="Sort by" showLabel name="sort" options={orders} />
          </div>
        </>
      }
    >
      <SearchBox
        label="Search orders"
        placeholder="Order, payment, customer, code, document, company, last 4 of a card…"
      />
      <Filter label="Status" name="status" options={states} />
      <Filter label="Method" name="method" options={methods} />
      <Filter label="Needs review" name="look" options={looks} />
    </FilterBar>
  )
}
