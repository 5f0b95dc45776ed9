import { sql } from 'kysely'
import type { TicketStatus } from '#contract/tickets.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { logStaffAction, type Staff } from '#server/logs/staff.ts'
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
  { ticketId, staff, content }: { ticketId: number; staff: Staff; content: string },
) {
  return transaction(db, async (tx) => {
    const { user_id, status } = await lockTicket(tx, ticketId)
    if (status === 'closed') throw over(status)
    const message = await addMessage(tx, ticketId, staff.id, content)
    const next = status === 'open' ? 'in_progress' : status
    if (next !== status)
      await tx.updateTable('tickets').set({ status: next }).where('id', '=', ticketId).execute()
    await logStaffAction(tx, staff, {
      message: 'Ticket answered',
      userId: user_id,
      about: { ticket: ticketId, reply: message.id },
      before: { status },
      after: { status: next },
    })
    if (user_id !== staff.id) await mailReply(tx, sender, message.id)
    return { ...message, staff: user_id !== staff.id }
  })
}

/** What changes of a ticket, locked until the transaction ends. Throws 404. */
export async function lockTicket(tx: Tx, id: number) {
  const ticket = await tx
    .selectFrom('tickets')
    .select(['user_id', 'status', 'assigned_to'])
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
