import { ChevronDown, X } from 'lucide-react'
import { paymentStatuses } from '#contract/orders.ts'
import { paymentLabels } from '../../account/orders/payment-labels.ts'
import { Button } from '../../ui/button.tsx'
import { useListAddress } from '../list/address.ts'
import { Filter } from '../list/filter.tsx'
import { SearchBox } from '../list/search-box.tsx'
import { FilterField } from '../logs/filter-field.tsx'
import { TimeField } from '../logs/time-field.tsx'
import { isAmount, isNumber } from './address.ts'

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

const common = ['search', 'status', 'method']
const more = ['product', 'code', 'uid', 'min', 'max', 'from', 'to']

const amountFault = (text: string) => (isAmount(text) ? undefined : 'Write dollars, like 19.99')

/** What the orders can be narrowed to. */
export function OrderFilters() {
  const { query, change } = useListAddress()
  const set = more.filter((name) => query.has(name))
  const any = [...common, ...more].filter((name) => query.has(name))
  return (
    <div className="mb-4 grid gap-3">
      <div className="flex flex-wrap gap-3">
        <SearchBox
          label="Search orders"
          placeholder="Order, payment, address, transaction, name, e-mail, last four…"
        />
        <Filter label="Status" name="status" options={states} />
        <Filter label="Method" name="method" options={methods} />
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
              label="Product ID"
              name="product"
              placeholder="3"
              inputMode="numeric"
              check={(text) => (isNumber(text) ? undefined : 'Write the number of a product')}
            />
            <FilterField
              label="Code"
              name="code"
              placeholder="WELCOME10"
              check={(text) => (text.length <= 60 ? undefined : 'Codes are shorter than that')}
            />
            <FilterField
              label="User ID"
              name="uid"
              placeholder="7"
              inputMode="numeric"
              check={(text) => (isNumber(text) ? undefined : 'Write the number of a user')}
            />
            <FilterField label="At least ($)" name="min" placeholder="10" check={amountFault} />
            <FilterField label="At most ($)" name="max" placeholder="50" check={amountFault} />
            <TimeField label="From" name="from" />
            <TimeField label="To" name="to" />
          </div>
        </details>
        {any.length > 0 && (
          <div className="absolute -top-1 right-0">
            <Button
              look="quiet"
              size="small"
              onClick={() =>
                change({ after: null, ...Object.fromEntries(any.map((name) => [name, null])) })
              }
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
