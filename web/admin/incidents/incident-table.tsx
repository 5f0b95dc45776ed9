import { Siren } from 'lucide-react'
import { Link } from 'react-router'
import type { StaffIncident } from '#contract/outages/staff-incidents.ts'
import { stateOfIncident } from '../../incident-states.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Moment } from '../../ui/time-ago.tsx'

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
  { header: 'Starts', cell: ({ starts_at }) => <Moment stacked at={starts_at} /> },
  {
    header: 'Ended',
    cell: ({ ended_at }) =>
      ended_at ? <Moment stacked at={ended_at} /> : <span className="text-faint">–</span>,
  },
]

export function IncidentTable({ incidents }: { incidents: StaffIncident[] }) {
  return (
    <Table
      caption="Incidents"
      pressable
      columns={columns}
      rows={incidents}
      rowKey={({ id }) => id}
      empty={
        <EmptyState icon={<Siren size={26} />} title="No incidents">
          Open an incident when something is down, or plan maintenance. It appears on the status
          page, and you can compensate customers for the lost time.
        </EmptyState>
      }
    />
  )
}
