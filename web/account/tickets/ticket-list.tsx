import { ChevronRight, LifeBuoy, Plus } from 'lucide-react'
import { Link } from 'react-router'
import { mostOwnTickets } from '#contract/people/tickets.ts'
import type { Ticket } from '#contract/wire/ticket.ts'
import { usePolling } from '../../api/polling.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { newTicketPath, ticketPath } from './paths.ts'
import { TicketBadge } from './ticket-badge.tsx'

const pollEvery = 30_000

/** The customer's tickets, with the latest activity first. */
export function TicketList({ tickets }: { tickets: Ticket[] }) {
  usePolling(tickets.length > 0 ? pollEvery : null)
  const create = (
    <LinkButton to={newTicketPath} look="primary">
      <Plus size={18} aria-hidden="true" />
      New Ticket
    </LinkButton>
  )
  if (tickets.length === 0) {
    return (
      <EmptyState icon={<LifeBuoy size={26} />} title="No tickets yet" action={create}>
        If something does not work or you have a question, open a ticket.
      </EmptyState>
    )
  }
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <p className="text-soft">We answer here and notify you by email.</p>
        {create}
      </div>
      <ul className="surface divide-y divide-line">
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <Link
              to={ticketPath(ticket.id)}
              className="flex items-center gap-4 px-5 py-4 transition-colors duration-120 hover:bg-raised focus-visible:-outline-offset-2"
            >
              <div className="min-w-0 grow">
                <p className="line-clamp-2 break-words font-[600]">{ticket.title}</p>
                <p className="mt-1 flex flex-wrap gap-x-4 text-faint text-sm tabular-nums">
                  <span>
                    {ticket.category} · #{ticket.id}
                  </span>
                  <Moment at={ticket.updated_at} />
                </p>
              </div>
              <TicketBadge status={ticket.status} />
              <ChevronRight
                size={18}
                aria-hidden="true"
                className="shrink-0 text-faint max-sm:hidden"
              />
            </Link>
          </li>
        ))}
      </ul>
      {tickets.length === mostOwnTickets && (
        <p className="mt-4 text-soft text-sm">
          These are the {mostOwnTickets} tickets with the latest activity. To ask about an older
          ticket, give its number.
        </p>
      )}
    </>
  )
}
