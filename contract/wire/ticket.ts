import * as z from 'zod'
import { id, timestamp } from './wire.ts'

export const ticketCategories = [
  'Technical',
  'Billing',
  'Account',
  'General',
  'Bug Report',
  'Feature Request',
] as const
export const ticketCategory = z.enum(ticketCategories)
export type TicketCategory = z.output<typeof ticketCategory>

export const ticketStatuses = ['open', 'in_progress', 'resolved', 'closed'] as const
export const ticketStatus = z.enum(ticketStatuses)
export type TicketStatus = z.output<typeof ticketStatus>

/** Whether a ticket accepts replies. A resolved or closed ticket does not. */
export function takesReplies(status: TicketStatus): boolean {
  return status === 'open' || status === 'in_progress'
}

export const ticket = z
  .object({
    id,
    uid: id.meta({ description: 'Owner of the ticket' }),
    title: z.string(),
    content: z.string().meta({ description: 'The first message' }),
    category: ticketCategory,
    status: ticketStatus,
    order_id: z.uuid().nullable().meta({ description: 'The order that the ticket is about' }),
    created_at: timestamp,
    updated_at: timestamp.meta({ description: 'Last message or status change' }),
  })
  .meta({ id: 'Ticket' })
export type Ticket = z.input<typeof ticket>
