import clsx from 'clsx'
import { LifeBuoy } from 'lucide-react'
import { Link } from 'react-router'
import type { StaffTicket } from '#contract/people/staff-tickets.ts'
import { shopNow } from '#web/clock.ts'
import { TicketBadge } from '../../account/tickets/ticket-badge.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
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
              'block border-l-2 px-4 py-2 transition-colors duration-120 hover:bg-raised focus-visible:-outline-offset-2',
              ticket.id === open ? 'border-signal bg-raised' : 'border-transparent',
            )}
          >
            <div className="flex items-baseline justify-between gap-3">
              <p className={clsx('min-w-0 truncate', ticket.waiting_since && 'font-[600]')}>
                {ticket.title}
              </p>
              <Since ticket={ticket} age={ageOf(ticket, now)} />
            </div>
            <div className="mt-0.5 flex min-h-6 items-center justify-between gap-3 text-sm">
              <p className="min-w-0 truncate text-faint">
                <bdi>{ticket.extras.username}</bdi> · #{ticket.id}
                {ticket.assignee && ` · assigned to ${ticket.assignee}`}
              </p>
              <State ticket={ticket} />
            </div>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Only what matters: a customer who waits for a reply, or a status other than open. */
function State({ ticket: { status, waiting_since } }: { ticket: StaffTicket }) {
  if (waiting_since) return <span className="shrink-0 text-soft">Awaiting reply</span>
  return status === 'open' ? null : <TicketBadge status={status} />
}

/** The time of the last message or change. The colour shows the age at a glance. */
function Since({ ticket, age }: { ticket: StaffTicket; age: Age }) {
  const tones = { 'over 24 h': 'text-warning', 'over 48 h': 'text-danger' }
  return (
    <p className={clsx('shrink-0 text-sm', age === null ? 'text-faint' : tones[age])}>
      <TimeAgo at={ticket.updated_at} />
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
