import type { FastifyInstance } from 'fastify'
import { tickets } from '#contract/people/tickets.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { listReplies, reply } from './messages.ts'
import { getTicket, listTickets, openTicket } from './tickets.ts'

export function ticketRoutes(app: FastifyInstance) {
  const { db, config } = app.shop
  mount(app, tickets.list, ({ query }, { user }) => listTickets(db, user.id, query.order))
  mount(app, tickets.add, ({ body }, { user }) => openTicket(db, user.id, body))
  mount(app, tickets.get, ({ params }, { user }) => getTicket(db, user.id, params.id))
  mount(app, tickets.messages, ({ params }, { user }) => listReplies(db, user.id, params.id))
  mount(app, tickets.reply, ({ params, body }, { user }) =>
    reply(db, config, user.id, { ticketId: params.id, content: body.content }),
  )
}
