import { staffTickets } from '#contract/people/staff-tickets.ts'
import { ticketRefusals } from '#contract/people/tickets.ts'
import { ticketStatus } from '#contract/wire/ticket.ts'
import { api } from '../../api/client.ts'
import { ApiError, isSessionOver } from '../../api/error.ts'
import { isNumber, readList } from '../list/address.ts'
import { type Conversation, loadConversation } from './use-live.ts'

export type OpenTicket = { id: number } & (
  | { error: null; conversation: Conversation }
  | { error: string }
)

export type TicketsData = Awaited<ReturnType<typeof loadTickets>>

/**
 * Loads what the URL asks for: a page of the list and one ticket. By default the list has open
 * tickets, with the longest-waiting customer first.
 */
export async function loadTickets(request: Request) {
  const { query, page, limit, after, search } = readList(request)
  const { category, assigned, order } = staffTickets.list.query.shape
  const narrowing = {
    search,
    ...readStatus(query.get('status')),
    category: category.safeParse(query.get('category') ?? undefined).data,
    assigned: assigned.safeParse(query.get('assigned') ?? undefined).data,
  }
  const [list, stats, open] = await Promise.all([
    api(staffTickets.list, {
      query: {
        ...narrowing,
        page,
        limit,
        after,
        order: order.safeParse(query.get('order') ?? 'waiting').data ?? 'waiting',
      },
    }),
    api(staffTickets.stats).catch(nothing),
    loadOpen(query.get('ticket')),
  ])
  const { category: kind, assigned: whose, status } = narrowing
  const isFiltered = Boolean(search || kind || whose || status !== 'open')
  return { ...list, page, limit, isFiltered, stats, open }
}

/** The filter's single choice combines the statuses and the tickets that wait for staff. */
function readStatus(wanted: string | null) {
  if (wanted === 'all') return {}
  if (wanted === 'waiting') return { waiting: 'true' as const }
  return { status: ticketStatus.safeParse(wanted).data ?? 'open' }
}

async function loadOpen(id: string | null): Promise<OpenTicket | null> {
  if (id === null) return null
  if (!isNumber(id)) return { id: 0, error: ticketRefusals.unknown_ticket.sentence }
  try {
    return { id: Number(id), error: null, conversation: await loadConversation(Number(id)) }
  } catch (error) {
    if (!(error instanceof ApiError) || isSessionOver(error)) throw error
    return { id: Number(id), error: error.message }
  }
}

/** The list is shown even if the statistics cannot be loaded. */
function nothing(error: unknown) {
  if (error instanceof ApiError && !isSessionOver(error)) return null
  throw error
}
