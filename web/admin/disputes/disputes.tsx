import { Gavel } from 'lucide-react'
import { Link } from 'react-router'
import { disputeState } from '#contract/selling/disputes.ts'
import { type ListedDispute, staffDisputes } from '#contract/selling/staff-disputes.ts'
import { formatPrice } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/table.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { Filter } from '../list/filter.tsx'
import { List } from '../list/list.tsx'
import { loadList } from '../list/load-list.ts'
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
  return asStaff(request, 'Failed to load disputes', () =>
    loadList(request, staffDisputes.list, { filters: ['state'], limit: 25 }),
  )
}

export default function Disputes({ loaderData }: Route.ComponentProps) {
  return (
    <Page
      title="Disputes"
      detail="Payments that a customer’s bank has disputed. Disputes that need a response come first, by due date."
      loaded={loaderData}
    >
      {(data) => (
        <List
          caption="Disputes"
          nouns={['dispute', 'disputes']}
          pressable
          columns={columns}
          list={data}
          rows={data.disputes}
          rowKey={({ id }) => id}
          icon={<Gavel size={26} />}
          none={[
            'No disputes',
            'When a customer’s bank disputes a card payment, it is listed here and administrators get an email.',
          ]}
          noMatch={['No disputes match', 'Choose another status.']}
        >
          <Filter label="Status" name="state" options={filters} />
        </List>
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
          <Moment look="table" at={due_at} />
        ) : (
          <span className="text-faint">No response possible</span>
        )
      ) : (
        <span className="text-faint">–</span>
      ),
  },
  { header: 'Opened', cell: ({ opened_at }) => <Moment look="table" at={opened_at} /> },
  { header: 'Amount', align: 'end', cell: ({ amount }) => formatPrice(amount) },
]
