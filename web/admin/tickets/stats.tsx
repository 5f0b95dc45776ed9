import clsx from 'clsx'
import { Link } from 'react-router'
import type { staffTickets } from '#contract/people/staff-tickets.ts'
import type { Result } from '#contract/wire/endpoint.ts'
import { statusLabel } from '../../account/tickets/ticket-badge.tsx'
import { formatCount } from '../../format.ts'
import { useListAddress } from '../list/address.ts'

export type Stats = Result<typeof staffTickets.stats>

/** The number of tickets in each status. Each number links to its tickets. */
export function StatsCards({ stats }: { stats: Stats }) {
  const { query } = useListAddress()
  const shown = query.get('status') ?? 'open'
  const cards = [
    ['Awaiting reply', stats.waiting_tickets, 'waiting'],
    [statusLabel('open'), stats.open_tickets, 'open'],
    [statusLabel('in_progress'), stats.in_progress_tickets, 'in_progress'],
    [statusLabel('resolved'), stats.resolved_tickets, 'resolved'],
    [statusLabel('closed'), stats.closed_tickets, 'closed'],
    ['Total Tickets', stats.total_tickets, 'all'],
  ] as const
  return (
    <ul aria-label="Tickets by status" className="mb-4 flex flex-wrap gap-2">
      {cards.map(([label, count, status]) => (
        <li key={status}>
          <Link
            to={{ search: status === 'open' ? '' : `?status=${status}` }}
            preventScrollReset
            aria-current={status === shown || undefined}
            className={clsx(
              'surface flex flex-row-reverse items-center gap-2 px-3 py-2 text-sm transition-colors duration-120 hover:bg-raised',
              status === shown && 'border-edge bg-raised',
            )}
          >
            <span className="text-soft">{label}</span>
            <span className="font-[600] tabular-nums">{formatCount(count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
