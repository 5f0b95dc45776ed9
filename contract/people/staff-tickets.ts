import * as z from 'zod'
import { staffSubscription } from '#contract/access/staff-subscriptions.ts'
import { log } from '#contract/platform/logs.ts'
import { order } from '#contract/selling/orders.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { continued, flag, nextPage, paged, search } from '#contract/wire/lists.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { revision, revisionRefusals, seenRevision } from '#contract/wire/revisions.ts'
import { ticket, ticketCategory, ticketStatus } from '#contract/wire/ticket.ts'
import { id, pathId, timestamp } from '#contract/wire/wire.ts'
import { user } from './staff-users.ts'
import { ticketContent, ticketMessage, ticketRefusals } from './tickets.ts'

const extras = z.object({ username: z.string() })

export const staffTicket = ticket
  .extend({
    assigned_to: id.nullable().meta({ description: 'The staff member it is assigned to' }),
    assignee: z.string().nullable().meta({ description: 'Their name' }),
    last_by: z.enum(['customer', 'staff']).meta({ description: 'Author of the last message' }),
    waiting_since: timestamp.nullable().meta({
      description: 'When the customer wrote the oldest unanswered message; null if there is none',
    }),
    extras: extras.meta({ description: 'Customer' }),
    revision: revision.meta({ description: 'Increases with each change of status or assignee' }),
  })
  .meta({ id: 'StaffTicket' })
export type StaffTicket = z.input<typeof staffTicket>

export const staffTicketMessage = ticketMessage
  .extend({ extras })
  .meta({ id: 'StaffTicketMessage' })
export type StaffTicketMessage = z.input<typeof staffTicketMessage>

export const ticketCustomer = z
  .object({
    user: user.nullable().meta({ description: 'Null if the user was deleted' }),
    device: z
      .object({ created_at: timestamp, last_seen_at: timestamp })
      .nullable()
      .meta({ description: 'Device that the loader runs on' }),
    subscriptions: z.array(staffSubscription),
    orders: z.array(order),
    logs: z.array(log.omit({ uid: true, username: true })),
  })
  .meta({ id: 'TicketCustomer' })
export type TicketCustomer = z.input<typeof ticketCustomer>

const ticketState = staffTicket.pick({ status: true, updated_at: true, revision: true })
export type TicketState = z.input<typeof ticketState>

const unknown = { unknown_ticket: ticketRefusals.unknown_ticket }
const one = { params: z.object({ id: pathId }) }

/** The tickets of all customers, for staff. */
export const staffTickets = {
  list: endpoint({
    method: 'GET',
    path: '/admin/tickets/',
    who: 'staff',
    can: 'answer_tickets',
    summary: 'List tickets',
    query: z.object({
      ...continued(25, 3),
      search: search.meta({
        description:
          'Text in the title, the customer’s name or address, a ticket ID, or the number of its order or the beginning of that number',
      }),
      category: ticketCategory.optional(),
      status: ticketStatus.optional(),
      waiting: flag.meta({ description: 'Whether the customer is waiting for a reply' }),
      assigned: z
        .enum(['me', 'nobody'])
        .optional()
        .meta({ description: 'Assigned to the caller, or unassigned' }),
      order: z.enum(['activity', 'waiting']).default('activity').meta({
        description:
          'Latest activity first, or tickets waiting for a reply first, longest wait first',
      }),
    }),
    result: z.object({ tickets: z.array(staffTicket), next: nextPage, total: z.int() }),
  }),
  stats: endpoint({
    method: 'GET',
    path: '/admin/tickets/stats',
    who: 'staff',
    can: 'answer_tickets',
    summary: 'Count the tickets by status',
    result: z.object({
      waiting_tickets: z
        .int()
        .meta({ description: 'Tickets whose customer is waiting for a reply' }),
      total_tickets: z.int(),
      open_tickets: z.int(),
      in_progress_tickets: z.int(),
      resolved_tickets: z.int(),
      closed_tickets: z.int(),
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/admin/tickets/{id}',
    who: 'staff',
    can: 'answer_tickets',
    summary: 'Read a ticket',
    ...one,
    result: staffTicket,
    refusals: unknown,
  }),
  customer: endpoint({
    method: 'GET',
    path: '/admin/tickets/{id}/customer',
    who: 'staff',
    can: 'answer_tickets',
    summary: 'Read the customer context of a ticket',
    description: 'The latest five orders and log entries, and all subscriptions.',
    ...one,
    result: ticketCustomer,
    refusals: unknown,
  }),
  messages: endpoint({
    method: 'GET',
    path: '/admin/tickets/{id}/replies',
    who: 'staff',
    can: 'answer_tickets',
    summary: 'List the replies to a ticket',
    description:
      'The first page has the latest replies; each page is sorted oldest first. The first message is the ticket’s own `content` and not included.',
    ...one,
    query: z.object(paged(100)),
    result: z.object({ replies: z.array(staffTicketMessage), total: z.int() }),
    refusals: unknown,
  }),
  reply: endpoint({
    method: 'POST',
    path: '/admin/tickets/{id}/replies',
    who: 'staff',
    can: 'answer_tickets',
    summary: 'Reply to a ticket',
    description: 'Emailed to the customer. An open ticket changes to in progress.',
    limit: { max: 120, seconds: 300, by: 'user' },
    ...one,
    body: z.object({
      content: ticketContent,
      status: ticketStatus.optional().meta({ description: 'Status of the ticket afterwards' }),
      seen: z.int().min(0).optional().meta({
        description:
          'ID of the last reply that was seen, 0 if there was none. Refused if the customer or another staff member has replied since',
      }),
    }),
    result: staffTicketMessage.extend({ ticket: ticketState }),
    status: 201,
    refusals: {
      ...ticketRefusals,
      ...refusals({
        answered_meanwhile: [
          409,
          'Your reply was not sent, because {author} has written since. Read the new message, then send your reply again.',
        ],
        customer_deleted: [
          409,
          'This customer’s account was deleted, so nobody would read a reply',
        ],
      }),
    },
  }),
  setStatus: endpoint({
    method: 'PATCH',
    path: '/admin/tickets/{id}/status',
    who: 'staff',
    can: 'answer_tickets',
    summary: 'Change the status of a ticket',
    ...one,
    body: z.object({ status: ticketStatus, revision: seenRevision }),
    result: ticketState,
    refusals: { ...unknown, ...revisionRefusals },
  }),
  assign: endpoint({
    method: 'PATCH',
    path: '/admin/tickets/{id}/assign',
    who: 'staff',
    can: 'assign_tickets',
    summary: 'Assign a ticket',
    description: 'Null unassigns it.',
    ...one,
    body: z.object({ uid: id.nullable(), revision: seenRevision }),
    result: staffTicket,
    refusals: {
      ...unknown,
      ...revisionRefusals,
      ...refusals({ not_staff: [409, 'A ticket can only be assigned to staff'] }),
    },
  }),
}
