import { LifeBuoy } from 'lucide-react'
import { type AffectedProduct, incidents } from '#contract/outages/incidents.ts'
import { type TicketMessage, tickets } from '#contract/people/tickets.ts'
import type { Me } from '#contract/platform/sessions.ts'
import type { Ticket } from '#contract/wire/ticket.ts'
import { api } from '../../api/client.ts'
import { ApiError } from '../../api/error.ts'
import { defineTab } from '../dashboard/tab.ts'
import { Conversation } from './conversation.tsx'
import { NewTicket } from './new-ticket.tsx'
import { TicketList } from './ticket-list.tsx'

type Data =
  | { view: 'list'; tickets: Ticket[] }
  | { view: 'new'; affected: AffectedProduct[] }
  | { view: 'conversation'; ticket: Ticket; replies: TicketMessage[] }

export const supportTab = defineTab({
  id: 'support',
  label: 'Support',
  icon: LifeBuoy,
  load,
  failed: 'Failed to load tickets',
  part: { parameter: 'ticket', failed: 'Failed to load ticket messages' },
  Panel: Support,
})

/** The part is a ticket's id, or `new` for the form for a new ticket. */
async function load(part: string | null): Promise<Data> {
  if (part === null) return { view: 'list', tickets: await api(tickets.list, { query: {} }) }
  if (part === 'new')
    return { view: 'new', affected: await api(incidents.affected).catch(() => []) }
  if (!/^[1-9]\d{0,15}$/.test(part)) throw notFound()
  const params = { id: part }
  const [ticket, replies] = await Promise.all([
    api(tickets.get, { params }),
    api(tickets.messages, { params }),
  ])
  return { view: 'conversation', ticket, replies }
}

function notFound() {
  const { code, status, sentence } = tickets.get.refusals.unknown_ticket
  return new ApiError(status, code, sentence)
}

function Support({ data, user }: { data: Data; user: Me }) {
  if (data.view === 'new') return <NewTicket user={user} affected={data.affected} />
  if (data.view === 'list') return <TicketList tickets={data.tickets} />
  return <Conversation ticket={data.ticket} replies={data.replies} user={user} />
}
