import * as z from 'zod'
import { paymentStatus } from '#contract/selling/orders.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { ticketStatus } from '#contract/wire/ticket.ts'
import { id, timestamp } from '#contract/wire/wire.ts'

/** Maximum number of results of each kind. */
export const mostFound = 5

const found = z
  .object({
    users: z.array(z.object({ uid: id, username: z.string(), email: z.string() })),
    orders: z.array(
      z.object({
        id: z.uuid(),
        uid: id,
        username: z.string(),
        payment_status: paymentStatus,
        created_at: timestamp,
      }),
    ),
    tickets: z.array(z.object({ id, title: z.string(), status: ticketStatus })),
    products: z.array(z.object({ id, name: z.string() })),
    not_searched: z.array(z.enum(['users', 'orders'])).meta({
      description:
        'The searches that took too long. Only a user with the exact ID is returned for them.',
    }),
  })
  .meta({ id: 'Found' })
export type Found = z.input<typeof found>

/** The search of the command palette. */
export const staffSearch = {
  search: endpoint({
    method: 'GET',
    path: '/admin/search',
    who: 'staff',
    can: 'use_back_office',
    summary: 'Find users, orders, tickets and products',
    description:
      'The first five results of each list page’s search. Products are included only for staff who manage products.',
    query: z.object({ q: z.string().max(200).trim() }),
    result: found,
  }),
}
