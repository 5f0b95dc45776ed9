import { Link } from 'react-router'
import type { Ticket } from '#contract/wire/ticket.ts'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { ticketPath } from '../tickets/paths.ts'
import { TicketBadge } from '../tickets/ticket-badge.tsx'

/** The customer's tickets about the order. */
export function OrderTickets({ tickets }: { tickets: Ticket[] }) {
  if (tickets.length === 0) return null
  return (
    <Card className="mt-8">
      <CardHeader title="Your tickets about this order" />
      <ul className="divide-y divide-line">
        {tickets.map(({ id, title, status, updated_at }) => (
          <li key={id} className="grid gap-1 py-5 first:pt-0 last:pb-0">
            <p className="flex items-start justify-between gap-x-4">
              <Link
                to={ticketPath(id)}
                className="min-w-0 font-[600] underline decoration-edge underline-offset-4 hover:decoration-signal [overflow-wrap:anywhere]"
              >
                {title}
              </Link>
              <TicketBadge status={status} />
            </p>
            <p className="text-sm text-soft">
              #{id} · updated <Moment at={updated_at} />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
