import * as z from 'zod'
import { orderRefusals } from '#contract/selling/orders.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { line } from '#contract/wire/text.ts'
import { ticket, ticketCategory } from '#contract/wire/ticket.ts'
import { id, pathId, timestamp } from '#contract/wire/wire.ts'

export const ticketMessage = z
  .object({
    id,
    uid: id.meta({ description: 'Author' }),
    content: z.string(),
    created_at: timestamp,
    staff: z.boolean().meta({ description: 'Written by support, not by the ticket’s owner' }),
  })
  .meta({ id: 'TicketMessage' })
export type TicketMessage = z.input<typeof ticketMessage>

const required = 'Please fill in all required fields'

// The title becomes the subject of mails.
export const ticketTitle = line(200, required, 'The subject must be at most 200 characters long')

/** Trimmed and not blank. */
export const ticketContent = z
  .string({ error: required })
  .trim()
  .min(1, required)
  .max(10_000, 'The text must be at most 10000 characters long')

/** A new ticket as submitted by its form. */
export const newTicket = z.object({
  title: ticketTitle,
  content: ticketContent,
  category: ticketCategory,
  order_id: z.uuid().nullable(),
})

const otherName = (name: string) => ({ description: `Alias of \`${name}\`` })

export const ticketRefusals = refusals({
  unknown_ticket: [404, 'Ticket not found'],
  ticket_over: [409, 'This ticket is {status} and cannot receive replies'],
})

/** Maximum length of a customer's list. The page says if there are more. */
export const mostOwnTickets = 200

export const tickets = {
  list: endpoint({
    method: 'GET',
    path: '/tickets/',
    who: 'user',
    summary: 'List my tickets',
    description: `Latest activity first, at most ${mostOwnTickets}.`,
    query: z.object({
      order: z.uuid().optional().meta({ description: 'Only tickets about this order' }),
    }),
    result: z.array(ticket),
  }),
  add: endpoint({
    method: 'POST',
    path: '/tickets/',
    who: 'user',
    summary: 'Open a ticket',
    description: 'The subject is `title` or `subject`, the text is `content` or `description`.',
    limit: { max: 10, seconds: 3600, by: 'user' },
    body: z
      .object({
        title: z.string().optional(),
        subject: z.string().optional().meta(otherName('title')),
        content: z.string().optional(),
        description: z.string().optional().meta(otherName('content')),
        category: ticketCategory.default('Technical'),
        order_id: z
          .uuid()
          .nullable()
          .default(null)
          .meta({ description: 'One of my orders that the ticket is about' }),
      })
      .transform(({ title, subject, content, description, ...more }) => ({
        title: title ?? subject ?? '',
        content: content ?? description ?? '',
        ...more,
      }))
      .pipe(newTicket),
    result: ticket,
    status: 201,
    refusals: orderRefusals,
  }),
  get: endpoint({
    method: 'GET',
    path: '/tickets/{id}',
    who: 'user',
    summary: 'Read one of my tickets',
    params: z.object({ id: pathId }),
    result: ticket,
    refusals: { unknown_ticket: ticketRefusals.unknown_ticket },
  }),
  messages: endpoint({
    method: 'GET',
    path: '/tickets/{id}/replies',
    who: 'user',
    summary: 'List the replies to one of my tickets',
    description:
      'Oldest first, at most the last 500. The first message is the ticket’s own `content` and not included.',
    params: z.object({ id: pathId }),
    result: z.array(ticketMessage),
    refusals: { unknown_ticket: ticketRefusals.unknown_ticket },
  }),
  reply: endpoint({
    method: 'POST',
    path: '/tickets/{id}/replies',
    who: 'user',
    summary: 'Reply to one of my tickets',
    limit: { max: 30, seconds: 300, by: 'user' },
    params: z.object({ id: pathId }),
    body: z.object({ content: ticketContent }),
    result: ticketMessage,
    status: 201,
    refusals: ticketRefusals,
  }),
}
