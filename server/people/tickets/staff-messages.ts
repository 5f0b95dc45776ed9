import type { Database } from '#server/kernel/database/database.ts'
import { type Page, pageOf } from '#server/kernel/lists/page.ts'
import { shownName } from '#server/platform/users/shown-name.ts'
import { getStaffTicket } from './staff-tickets.ts'

/** The first page has the latest replies; each page lists the oldest first. Throws 404. */
export async function listStaffMessages(db: Database, ticketId: number, page: Page) {
  const { uid } = await getStaffTicket(db, ticketId)
  const latest = selectMessages(db)
    .where('ticket_id', '=', ticketId)
    .orderBy('ticket_messages.id', 'desc')
  const { rows, total } = await pageOf(latest, page)
  return { replies: rows.reverse().map((message) => presentMessage(message, uid)), total }
}

export async function getStaffMessage(db: Database, id: number) {
  const message = await selectMessages(db)
    .innerJoin('tickets', 'tickets.id', 'ticket_id')
    .select('tickets.user_id as customer')
    .where('ticket_messages.id', '=', id)
    .executeTakeFirstOrThrow()
  return presentMessage(message, message.customer)
}

function selectMessages(db: Database) {
  return db
    .selectFrom('ticket_messages')
    .innerJoin('users as author', 'author.id', 'ticket_messages.user_id')
    .select(['ticket_messages.id', 'ticket_messages.user_id as uid'])
    .select(['ticket_messages.content', 'ticket_messages.created_at'])
    .select(shownName('author').as('username'))
}

type Message = { id: number; uid: number; content: string; created_at: Date; username: string }

function presentMessage({ id, uid, content, created_at, username }: Message, customer: number) {
  return { id, uid, content, created_at, staff: uid !== customer, extras: { username } }
}
