import {
  type StaffTicket,
  type StaffTicketMessage,
  staffTickets,
  type TicketCustomer,
} from '#contract/people/staff-tickets.ts'
import { type TicketNote, ticketNotes } from '#contract/people/ticket-notes.ts'
import { useAsk, useNewest } from '../../api/ask.ts'
import { api } from '../../api/client.ts'

/** The latest replies, their total number, and the ticket with its notes and its customer. */
export type Conversation = {
  ticket: StaffTicket
  replies: StaffTicketMessage[]
  total: number
  notes: TicketNote[]
  customer: TicketCustomer
}

const pollEvery = 4000

/**
 * Keeps the ticket, its replies and its customer up to date, so that changes by colleagues appear
 * without a reload.
 */
export function useLive(loaded: Conversation) {
  const { answer } = useAsk(loadConversation, loaded.ticket.id, { every: pollEvery, loaded })
  return useNewest(loaded, answer)
}

export async function loadConversation(
  id: number,
  options: { signal?: AbortSignal } = {},
): Promise<Conversation> {
  const params = { id }
  const [ticket, messages, { notes }, customer] = await Promise.all([
    api(staffTickets.get, { params }, options),
    api(staffTickets.messages, { params, query: {} }, options),
    api(ticketNotes.list, { params }, options),
    api(staffTickets.customer, { params }, options),
  ])
  return { ticket, ...messages, notes, customer }
}
