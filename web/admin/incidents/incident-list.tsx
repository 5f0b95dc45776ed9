import { Siren } from 'lucide-react'
import { Link } from 'react-router'
import type { StaffIncident } from '#contract/outages/staff-incidents.ts'
import { stateOfIncident } from '../../incident-states.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/table.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { List } from '../list/list.tsx'

const columns: Column<StaffIncident>[] = [
  {
    header: 'Incident',
    wide: true,
    cell: ({ id, title, repos }) => (
      <div className="min-w-0">
        <Link to={`/admin/status/${id}`} className="stretched font-[600] [overflow-wrap:anywhere]">
          {title}
        </Link>
        <p className="text-faint text-sm [overflow-wrap:anywhere]">{repos.join(', ')}</p>
      </div>
    ),
  },
  {
    header: 'Status',
    cell: ({ state }) => (
      <Badge tone={stateOfIncident(state).tone}>{stateOfIncident(state).label}</Badge>
    ),
  },
  { header: 'Starts', cell: ({ starts_at }) => <Moment look="table" at={starts_at} /> },
  {
    header: 'Ended',
    cell: ({ ended_at }) =>
      ended_at ? <Moment look="table" at={ended_at} /> : <span className="text-faint">–</span>,
  },
]

type IncidentListProps = {
  list: { incidents: StaffIncident[]; total: number; page: number; limit: number }
}

export function IncidentList({ list }: IncidentListProps) {
  return (
    <List
      caption="Incidents"
      nouns={['incident', 'incidents']}
      pressable
      columns={columns}
      list={list}
      rows={list.incidents}
      rowKey={({ id }) => id}
      icon={<Siren size={26} />}
      none={[
        'No incidents',
        'Open an incident when something is down, or plan maintenance. It appears on the status page, and you can compensate customers for the lost time.',
      ]}
    />
  )
}
