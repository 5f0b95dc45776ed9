import type { FastifyInstance } from 'fastify'
import { staffTickets } from '#contract/people/staff-tickets.ts'
import { ticketNotes } from '#contract/people/ticket-notes.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { getCustomer } from './customer.ts'
import { replyAsStaff } from './messages.ts'
import { addNote, changeNote, listNotes, removeNote } from './notes.ts'
import { getStaffMessage, listStaffMessages } from './staff-messages.ts'
import { countTickets, getStaffTicket, listStaffTickets } from './staff-tickets.ts'
import { assign, setStatus } from './work.ts'

export function staffTicketRoutes(app: FastifyInstance) {
  const { db, config } = app.shop

  mount(app, staffTickets.list, ({ query }, { user }) => listStaffTickets(db, user.id, query))
  mount(app, staffTickets.stats, () => countTickets(db))
  mount(app, staffTickets.get, ({ params }) => getStaffTicket(db, params.id))
  mount(app, staffTickets.customer, ({ params }) => getCustomer(db, params.id))
  mount(app, staffTickets.messages, ({ params, query }) => listStaffMessages(db, params.id, query))

  mount(app, staffTickets.reply, async ({ params, body }, { user }) => {
    const reply = { ticketId: params.id, staff: user, ...body }
    const { id } = await replyAsStaff(db, config, reply)
    const ticket = await getStaffTicket(db, params.id)
    return { ...(await getStaffMessage(db, id)), ticket }
  })

  mount(app, staffTickets.setStatus, ({ params, body }, { user }) =>
    setStatus(db, user, params.id, body),
  )

  mount(app, staffTickets.assign, ({ params, body }, { user }) => assign(db, user, params.id, body))

  mount(app, ticketNotes.list, ({ params }, { user }) => listNotes(db, user, params.id))
  mount(app, ticketNotes.add, ({ params, body }, { user }) =>
    addNote(db, user, params.id, body.content),
  )
  mount(app, ticketNotes.change, ({ params, body }, { user }) =>
    changeNote(db, user, params, body.content),
  )
  mount(app, ticketNotes.remove, ({ params }, { user }) => removeNote(db, user, params))
}
