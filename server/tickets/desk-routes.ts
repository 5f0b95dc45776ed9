import type { FastifyInstance } from 'fastify'
import { desk } from '#contract/desk.ts'
import { mount } from '#server/kernel/mount.ts'
import { readCustomer } from './customer.ts'
import { countTickets, countWaiting, listDeskTickets, readDeskTicket } from './desk.ts'
import { listDeskMessages, readDeskMessage } from './desk-messages.ts'
import { replyAsStaff } from './messages.ts'
import { assign, setStatus } from './work.ts'

export function deskRoutes(app: FastifyInstance) {
  const { db, config } = app.shop

  mount(app, desk.list, ({ query }, { user }) => listDeskTickets(db, user.id, query))
  mount(app, desk.stats, () => countTickets(db))
  mount(app, desk.waiting, () => countWaiting(db))
  mount(app, desk.get, ({ params }) => readDeskTicket(db, params.id))
  mount(app, desk.customer, ({ params }) => readCustomer(db, params.id))
  mount(app, desk.messages, ({ params, query }) => listDeskMessages(db, params.id, query))

  mount(app, desk.reply, async ({ params, body }, { user }) => {
    const reply = { ticketId: params.id, staff: user, ...body }
    const { id } = await replyAsStaff(db, config, reply)
    return readDeskMessage(db, id)
  })

  mount(app, desk.setStatus, ({ params, body }, { user }) =>
    setStatus(db, user, params.id, body.status),
  )

  mount(app, desk.assign, ({ params, body }, { user }) => assign(db, user, params.id, body.uid))
}
