import clsx from 'clsx'
import { LifeBuoy } from 'lucide-react'
import { Link } from 'react-router'
import type { StaffTicket } from '#contract/people/staff-tickets.ts'
import { shopNow } from '#web/clock.ts'
import { TicketBadge } from '../../account/tickets/ticket-badge.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { useListAddress } from '../list/address.ts'
import { NoRows } from '../list/no-rows.tsx'
import { type Age, ageOf } from './age.ts'

type TicketListProps = {
  tickets: readonly StaffTicket[]
  /** The id of the ticket that is open next to the list. */
  open: number | null
  isFiltered: boolean
}

export function TicketList({ tickets, open, isFiltered }: TicketListProps) {
  const { query } = useListAddress()
  const now = shopNow()
  if (tickets.length === 0) {
    return (
      <div className="surface">
        <NoRows
          icon={<LifeBuoy size={26} />}
          isFiltered={isFiltered}
          none={[
            'No tickets found',
            'There are no open tickets. To see the others, set the status to “All”.',
          ]}
          noMatch={['No tickets found', 'Choose another filter or shorten the search.']}
        />
      </div>
    )
  }
  return (
    <ul className="surface divide-y divide-line">
      {tickets.map((ticket) => (
        <li key={ticket.id}>
          <Link
            to={{ search: String(withTicket(query, ticket.id)) }}
            aria-current={ticket.id === open || undefined}
            className={clsx(
              'block border-l-2 px-4 py-3.5 transition-colors duration-120 hover:bg-raised focus-visible:-outline-offset-2',
              ticket.id === open ? 'border-signal bg-raised' : 'border-transparent',
            )}
          >
            <div className="flex items-start justify-between gap-3">
              <p className="line-clamp-2 min-w-0 break-words font-[600]">{ticket.title}</p>
              <TicketBadge status={ticket.status} />
            </div>
            <p className="mt-1 text-faint text-sm [overflow-wrap:anywhere]">
              <bdi>{ticket.extras.username}</bdi> · {ticket.category} · #{ticket.id}
            </p>
            <Since ticket={ticket} age={ageOf(ticket, now)} />
            <p className="mt-1 text-sm">
              {ticket.last_by === 'staff' ? (
                <span className="text-faint">Support wrote last</span>
              ) : (
                <span className={ticket.waiting_since ? 'font-[600] text-ink' : 'text-faint'}>
                  Customer wrote last
                </span>
              )}
            </p>
            <p className="mt-1 text-faint text-sm [overflow-wrap:anywhere]">
              {ticket.assignee ?? 'Unassigned'}
            </p>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The colour shows the age at a glance, the text to everyone. */
function Since({ ticket, age }: { ticket: StaffTicket; age: Age }) {
  const tone = age === 'over 48 h' ? 'danger' : 'warning'
  return (
    <p
      className={clsx(
        'mt-1.5 flex items-start justify-between gap-3 text-sm',
        age === null ? 'text-faint' : tone === 'danger' ? 'text-danger' : 'text-warning',
      )}
    >
      <Moment at={ticket.updated_at} look="lines" />
      {age && <Badge tone={tone}>{age}</Badge>}
    </p>
  )
}

/** Returns the query of the same list with that ticket open, or with none. */
export function withTicket(query: URLSearchParams, id: number | null) {
  const next = new URLSearchParams(query)
  if (id === null) next.delete('ticket')
  else next.set('ticket', String(id))
  return next
}
