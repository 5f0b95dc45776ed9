import { Hourglass } from 'lucide-react'
import { Link } from 'react-router'
import type { CreditBatch } from '#contract/outages/credits.ts'
import { formatCount } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/table.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { List } from '../list/list.tsx'
import { batchStates } from './states.ts'

const columns: Column<CreditBatch>[] = [
  {
    header: 'Batch',
    wide: true,
    cell: ({ id, title, products }) => (
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <Link to={`/admin/credits/${id}`} className="stretched font-[600]">
          {title}
        </Link>
        <p className="text-faint text-sm">{products.join(', ')}</p>
      </div>
    ),
  },
  {
    header: 'Status',
    cell: ({ state }) => <Badge tone={batchStates[state].tone}>{batchStates[state].label}</Badge>,
  },
  {
    header: 'Customers',
    align: 'end',
    cell: ({ effects }) =>
      effects ? formatCount(effects.people) : <span className="text-faint">–</span>,
  },
  { header: 'Created', cell: ({ created_at }) => <Moment look="table" at={created_at} /> },
]

type BatchListProps = {
  list: { batches: CreditBatch[]; total: number; page: number; limit: number }
}

export function BatchList({ list }: BatchListProps) {
  return (
    <List
      caption="Batches"
      nouns={['batch', 'batches']}
      pressable
      columns={columns}
      list={list}
      rows={list.batches}
      rowKey={({ id }) => id}
      icon={<Hourglass size={26} />}
      none={[
        'No batches yet',
        'When you close an incident that counts, a draft batch appears here. Customers get no time until you review and apply it.',
      ]}
    />
  )
}
