import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { continued, flag, nextPage, paged, search } from './lists.ts'
import { log } from './logs.ts'
import { order } from './orders.ts'
import { refusals } from './refusals.ts'
import { revision, revisionRefusals, seenRevision } from './revisions.ts'
import { staffSubscription } from './staff-subscriptions.ts'
import { user } from './staff-users.ts'
import {
  ticket,
  ticketCategory,
  ticketContent,
  ticketMessage,
  ticketRefusals,
  ticketStatus,
} from './tickets.ts'
import { id, pathId, timestamp } from './wire.ts'

const extras = z.object({ username: z.string() })

export const staffTicket = ticket
  .extend({
    assigned_to: id.nullable().meta({ description: 'The member of staff whose it is' }),
    assignee: z.string().nullable().meta({ description: 'Their name' }),
    last_by: z.enum(['customer', 'staff']).meta({ description: 'Who wrote last' }),
    waiting_since: timestamp
      .nullable()
      .meta({ description: 'When the customer wrote what waits for an answer; null if nothing' }),
    extras: extras.meta({ description: 'Of the customer' }),
    revision: revision.meta({ description: 'Goes up with each change of its state or assignee' }),
  })
  .meta({ id: 'StaffTicket' })
export type StaffTicket = z.input<typeof staffTicket>

export const staffTicketMessage = ticketMessage
  .extend({ extras })
  .meta({ id: 'StaffTicketMessage' })
export type StaffTicketMessage = z.input<typeof staffTicketMessage>

export const ticketCustomer = z
  .object({
    user: user.nullable().meta({ description: 'Null once they were deleted' }),
    device: z
      .object({ created_at: timestamp, last_seen_at: timestamp })
      .nullable()
      .meta({ description: 'The machine that the loader runs on' }),
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
          'Anywhere in the title, the customer’s name or address, a ticket’s id, or the number of the order that it is about or its beginning',
      }),
      category: ticketCategory.optional(),
      status: ticketStatus.optional(),
      waiting: flag.meta({ description: 'Whether the customer waits for an answer' }),
      assigned: z
        .enum(['me', 'nobody'])
        .optional()
        .meta({ description: 'Those of whoever asks, or those of nobody' }),
      order: z.enum(['activity', 'waiting']).default('activity').meta({
        description: 'The latest activity first, or before them who has waited longest',
      }),
    }),
    result: z.object({ tickets: z.array(staffTicket), next: nextPage, total: z.int() }),
  }),
  stats: endpoint({
    method: 'GET',
    path: '/admin/tickets/stats',
    who: 'staff',
    can: 'answer_tickets',
    summary: 'How many tickets there are in each state',
    result: z.object({
      waiting_tickets: z.int().meta({ description: 'Whose customer waits for an answer' }),
      total_tickets: z.int(),
      open_tickets: z.int(),
      in_progress_tickets: z.int(),
      resolved_tickets: z.int(),
      closed_tickets: z.int(),
    }),
  }),
  open: endpoint({
    method: 'GET',
    path: '/admin/tickets/open',
    who: 'staff',
    can: 'answer_tickets',
    summary: 'How many tickets are open',
    result: z.object({ open_tickets: z.int() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/admin/tickets/{id}',
    who: 'staff',
    can: 'answer_tickets',
    summary: 'One ticket',
    ...one,
    result: staffTicket,
    refusals: unknown,
  }),
  customer: endpoint({
    method: 'GET',
    path: '/admin/tickets/{id}/customer',
    who: 'staff',
    can: 'answer_tickets',
    summary: 'What to know of a ticket’s customer',
    description: 'The latest five orders and log entries, and every subscription.',
    ...one,
    result: ticketCustomer,
    refusals: unknown,
  }),
  messages: endpoint({
    method: 'GET',
    path: '/admin/tickets/{id}/replies',
    who: 'staff',
    can: 'answer_tickets',
    summary: 'The replies to a ticket',
    description:
      'The latest on the first page, oldest first on each. The first message is the ticket’s own `content` and not among them.',
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
    summary: 'Answer a ticket',
    description: 'Mails it to the customer. An open ticket is then in progress.',
    limit: { max: 120, seconds: 300, by: 'user' },
    ...one,
    body: z.object({
      content: ticketContent,
      status: ticketStatus.optional().meta({ description: 'The state that it is then in' }),
    }),
    result: staffTicketMessage.extend({ ticket: ticketState }),
    status: 201,
    refusals: {
      ...ticketRefusals,
      ...refusals({
        customer_deleted: [409, 'This customer’s account was deleted: nobody would read a reply'],
      }),
    },
  }),
  setStatus: endpoint({
    method: 'PATCH',
    path: '/admin/tickets/{id}/status',
    who: 'staff',
    can: 'answer_tickets',
    summary: 'Change the state of a ticket',
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
    summary: 'Give a ticket to a member of staff',
    description: 'Null takes it back.',
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
