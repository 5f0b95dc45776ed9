import { ReceiptText } from 'lucide-react'
import { Link } from 'react-router'
import { countedOrders, type ListedOrder, staffOrders } from '#contract/selling/staff-orders.ts'
import { paymentLabels } from '../../account/orders/payment-labels.ts'
import { api } from '../../api/client.ts'
import { formatCount, formatCounted, formatPrice } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { filtersOf } from '../list/address.ts'
import { download, ExportButton } from '../list/export-button.tsx'
import { useLoadingRows } from '../list/loading.ts'
import { NoRows } from '../list/no-rows.tsx'
import { useSort } from '../list/sort.ts'
import { Steps } from '../list/steps.tsx'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/orders'
import { isStray, type OrderQuery, readOrderAddress } from './address.ts'
import { OrderFilters } from './filters.tsx'
import { useToLookAt } from './to-look-at.ts'
import { toneOf } from './tones.ts'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = readOrderAddress(request)
  return asStaff(request, 'Failed to load orders', async () => ({
    query,
    stray: isStray(request, query),
    ...(await api(staffOrders.search, { query })),
  }))
}

export default function Orders({ loaderData }: Route.ComponentProps) {
  const loading = useLoadingRows()
  const { data } = loaderData
  const sortBy = useSort('-date')
  return (
    <Page
      title="Orders"
      detail={data && <Found {...data} />}
      actions={data && <ExportAll query={data.query} disabled={data.total === 0} />}
      loaded={loaderData}
    >
      {({ query, orders, next, stray }) => (
        <>
          <OrderFilters />
          {query.look === undefined && <ToLookAt />}
          <Table
            caption="Orders"
            pressable
            columns={columnsFor(sortBy('date'))}
            rows={orders}
            rowKey={({ id }) => id}
            busy={loading}
            empty={
              <NoRows
                icon={<ReceiptText size={26} />}
                isFiltered={Object.keys(filtersOf(query)).length > 0}
                none={['No orders yet', 'Orders are listed here once customers buy something.']}
                noMatch={[
                  'No orders match',
                  'Remove a filter, or check the search text. Codes, document numbers, VAT IDs, payment numbers and the last four digits of a card must be complete.',
                ]}
              />
            }
          />
          <Steps
            first={!query.after}
            next={next}
            stray={stray}
            oldestFirst={query.sort === 'date'}
          />
        </>
      )}
    </Page>
  )
}

type Data = NonNullable<Route.ComponentProps['loaderData']['data']>
type FoundProps = Pick<Data, 'total' | 'total_is_estimate' | 'more_found' | 'paid'>

/** The number of matching orders, and the total that was paid for them. */
function Found({ total, total_is_estimate: estimated, more_found: moreFound, paid }: FoundProps) {
  return (
    <p role="status" className="tabular-nums">
      {estimated && 'About '}
      {formatCounted(total, 'order')}
      {paid !== null && `, ${formatPrice(paid)} paid`}
      {moreFound &&
        '. The search matches more orders than the list can show. Choose a customer under More filters, or use a more specific search. The export contains all matches.'}
      {paid === null &&
        !moreFound &&
        `. The total is not calculated for more than ${formatCount(countedOrders)} orders. Narrow the search or export the orders.`}
    </p>
  )
}

/** Links to orders that need a staff member, because no other page lists them. */
function ToLookAt() {
  const { refunds, payouts, failed, unexpected } = useToLookAt()
  const kinds = [
    { look: 'refund', count: refunds, what: 'a refund to review' },
    { look: 'payout', count: payouts, what: 'a payout to approve or send' },
    { look: 'unexpected', count: unexpected, what: 'an unexpected payment' },
    { look: 'failed', count: failed, what: 'a failed or expired payment with money received' },
  ].filter(({ count }) => count > 0)
  return kinds.map(({ look, count, what }) => (
    <p key={look} className="mb-3 text-sm">
      <Link
        to={`/admin/orders?look=${look}`}
        className="underline decoration-warning underline-offset-4 hover:decoration-signal"
      >
        {count === 1 ? 'One order has' : `${formatCount(count)} orders have`} {what}
      </Link>
    </p>
  ))
}

const columnsFor = (byDate: Column<ListedOrder>['sort']): Column<ListedOrder>[] => [
  {
    header: 'Order',
    wide: true,
    cell: ({ id, items, codes }) => (
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <Link to={`/admin/orders/${id}`} className="stretched font-[600] [overflow-wrap:anywhere]">
          {items.map(({ name }) => name).join(', ') || 'Nothing'}
        </Link>
        <span className="text-faint text-sm [overflow-wrap:anywhere]">
          <span className="font-mono">#{id.slice(0, 8)}</span>
          {codes.length > 0 && ` · ${codes.join(', ')}`}
        </span>
      </div>
    ),
  },
  {
    header: 'Customer',
    cell: ({ uid, username, company }) => (
      <>
        <Link to={`/admin/users/${uid}`} className="hover:text-signal [overflow-wrap:anywhere]">
          {username}
        </Link>
        {company && <p className="text-faint text-sm [overflow-wrap:anywhere]">{company}</p>}
      </>
    ),
  },
  {
    header: 'Status',
    cell: ({ payment_status }) => (
      <Badge tone={toneOf(payment_status)}>{paymentLabels[payment_status]}</Badge>
    ),
  },
  { header: 'Method', cell: ({ type }) => methods[type] },
  {
    header: 'Date',
    sort: byDate,
    cell: ({ created_at }) => <Moment look="table" at={created_at} />,
  },
  {
    header: 'Total',
    align: 'end',
    cell: ({ total_price, refunded }) => (
      <>
        {formatPrice(total_price)}
        {refunded > 0 && <p className="text-faint text-sm">−{formatPrice(refunded)} refunded</p>}
      </>
    ),
  },
]

const methods = { card: 'Card', crypto: 'Crypto', free: 'Free' }

function ExportAll({ query, disabled }: { query: OrderQuery; disabled: boolean }) {
  async function save() {
    await api(staffOrders.search, { query: { ...query, limit: 1 } })
    download(staffOrders.export.path, filtersOf(query))
  }
  return (
    <ExportButton size="small" save={save} failed="Failed to export orders" disabled={disabled}>
      Export all matches
    </ExportButton>
  )
}
