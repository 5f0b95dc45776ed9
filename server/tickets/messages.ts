import { sql } from 'kysely'
import type { TicketStatus } from '#contract/tickets.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Sender } from '#server/mail/frame.ts'
import { mailReply } from './reply-mail.ts'

const most = 500

/** The last replies to a customer's ticket, oldest first. Throws 404, for tickets of others too. */
export async function listReplies(db: Database, userId: number, ticketId: number) {
  const ticket = await db
    .selectFrom('tickets')
    .select('user_id')
    .where('id', '=', ticketId)
    .executeTakeFirst()
  if (ticket?.user_id !== userId) throw notFound()
  const latest = await db
    .selectFrom('ticket_messages')
    .select(['id', 'user_id as uid', 'content', 'created_at'])
    .where('ticket_id', '=', ticketId)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return latest.reverse().map((message) => ({ ...message, staff: message.uid !== userId }))
}

/**
 * Adds a customer's message to their ticket. Throws 404 when it is not theirs, and 409 once it is
 * resolved or closed: whoever does that at the same moment is waited for.
 */
export function reply(db: Database, userId: number, ticketId: number, content: string) {
  return transaction(db, async (tx) => {
    const { user_id, status } = await lockTicket(tx, ticketId)
    if (user_id !== userId) throw notFound()
    if (status === 'resolved' || status === 'closed') throw over(status)
    const message = await addMessage(tx, ticketId, userId, content)
    return { ...message, staff: false }
  })
}

/**
 * Adds a message of support's and mails it to the customer. A ticket that was open is then in
 * progress. Throws 404 when there is no such ticket, and 409 when it is closed.
 */
export function replyAsStaff(
  db: Database,
  sender: Sender,
  { ticketId, staffId, content }: { ticketId: number; staffId: number; content: string },
) {
  return transaction(db, async (tx) => {
    const { user_id, status } = await lockTicket(tx, ticketId)
    if (status === 'closed') throw over(status)
    const message = await addMessage(tx, ticketId, staffId, content)
    if (status === 'open')
      await tx
        .updateTable('tickets')
        .set({ status: 'in_progress' })
        .where('id', '=', ticketId)
        .execute()
    if (user_id !== staffId) await mailReply(tx, sender, message.id)
    return { ...message, staff: user_id !== staffId }
  })
}

async function lockTicket(tx: Tx, id: number) {
  const ticket = await tx
    .selectFrom('tickets')
    .select(['user_id', 'status'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!ticket) throw notFound()
  return ticket
}

async function addMessage(tx: Tx, ticketId: number, userId: number, content: string) {
  await tx
    .updateTable('tickets')
    .set({ updated_at: sql`now()` })
    .where('id', '=', ticketId)
    .execute()
  return tx
    .insertInto('ticket_messages')
    .values({ ticket_id: ticketId, user_id: userId, content })
    .returning(['id', 'user_id as uid', 'content', 'created_at'])
    .executeTakeFirstOrThrow()
}

function notFound() {
  return new Refusal(404, 'Ticket not found')
}

function over(status: TicketStatus) {
  return new Refusal(409, `This ticket is ${status} and takes no more replies`)
}
