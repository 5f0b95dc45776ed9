import { Link } from 'react-router'
import type { StaffOrder } from '#contract/selling/staff-orders.ts'
import { TicketBadge } from '../../account/tickets/ticket-badge.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Moment } from '../../ui/time-ago.tsx'

/** The customer's support tickets about the order. */
export function TicketsCard({ tickets }: { tickets: StaffOrder['tickets'] }) {
  if (tickets.length === 0) return null
  return (
    <Card>
      <CardHeader title="Tickets" />
      <ul className="divide-y divide-line">
        {tickets.map(({ id, title, status, updated_at, waiting_since }) => (
          <li key={id} className="grid gap-1 py-5 first:pt-0 last:pb-0">
            <p className="flex items-start justify-between gap-x-4">
              <Link
                to={`/admin/support?ticket=${id}`}
                className="min-w-0 font-[600] underline decoration-edge underline-offset-4 hover:decoration-signal [overflow-wrap:anywhere]"
              >
                {title}
              </Link>
              <TicketBadge status={status} />
            </p>
            <p className="text-sm text-soft">
              #{id} · {waiting_since ? 'awaiting our reply since ' : 'updated '}
              <Moment at={waiting_since ?? updated_at} />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
