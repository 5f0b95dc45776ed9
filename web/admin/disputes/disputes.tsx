import { Gavel } from 'lucide-react'
import { Link } from 'react-router'
import { disputeState } from '#contract/selling/disputes.ts'
import {
  disputeFilters,
  type ListedDispute,
  staffDisputes,
} from '#contract/selling/staff-disputes.ts'
import { api } from '../../api/client.ts'
import { formatPrice } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { readList } from '../list/address.ts'
import { Filter } from '../list/filter.tsx'
import { Pager } from '../list/pager.tsx'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/disputes'
import { disputeStates, reasonOf } from './states.ts'

const filters = [
  { value: 'all', label: 'All disputes' },
  { value: 'open', label: 'Open' },
  ...disputeState.options.map((state) => ({ value: state, label: disputeStates[state].label })),
]

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { query, page, limit } = readList(request, { limit: 25 })
  const state = disputeFilters.find((each) => each === query.get('state'))
  return asStaff(request, 'Failed to load disputes', async () => ({
    page,
    limit,
    state,
    ...(await api(staffDisputes.list, { query: { page, limit, state } })),
  }))
}

export default function Disputes({ loaderData }: Route.ComponentProps) {
  return (
    <Page
      title="Disputes"
      detail="Payments that a customer’s bank has disputed. Disputes that need a response come first, by due date."
      loaded={loaderData}
    >
      {(data) => (
        <>
          <div className="mb-4 flex flex-wrap gap-3">
            <Filter label="Status" name="state" options={filters} />
          </div>
          <Table
            caption="Disputes"
            pressable
            columns={columns}
            rows={data.disputes}
            rowKey={({ id }) => id}
            empty={
              <EmptyState
                icon={<Gavel size={26} />}
                title={data.state ? 'No disputes match' : 'No disputes'}
              >
                {data.state
                  ? 'Choose another status.'
                  : 'When a customer’s bank disputes a card payment, it is listed here and administrators get an email.'}
              </EmptyState>
            }
          />
          <Pager {...data} nouns={['dispute', 'disputes']} />
        </>
      )}
    </Page>
  )
}

const columns: Column<ListedDispute>[] = [
  {
    header: 'Dispute',
    wide: true,
    cell: ({ id, reason, username, order }) => (
      <div className="min-w-0">
        <Link to={`/admin/disputes/${id}`} className="stretched font-[600]">
          {reasonOf(reason)}
        </Link>
        <p className="text-faint text-sm [overflow-wrap:anywhere]">
          {username} · <span className="font-mono">#{order.slice(0, 8)}</span>
        </p>
      </div>
    ),
  },
  {
    header: 'Status',
    cell: ({ state }) => (
      <Badge tone={disputeStates[state].tone}>{disputeStates[state].label}</Badge>
    ),
  },
  {
    header: 'Due',
    cell: ({ state, due_at }) =>
      state === 'needs_response' || state === 'warning' ? (
        due_at ? (
          <Moment stacked at={due_at} />
        ) : (
          <span className="text-faint">No response possible</span>
        )
      ) : (
        <span className="text-faint">–</span>
      ),
  },
  { header: 'Opened', cell: ({ opened_at }) => <Moment stacked at={opened_at} /> },
  { header: 'Amount', align: 'end', cell: ({ amount }) => formatPrice(amount) },
]
