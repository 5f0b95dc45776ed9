import { sql } from 'kysely'
import { staffTickets } from '#contract/people/staff-tickets.ts'
import { ticketRefusals } from '#contract/people/tickets.ts'
import type { TicketStatus } from '#contract/wire/ticket.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import { difference, type Staff } from '#server/platform/logs/staff.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { shownName } from '#server/platform/users/shown-name.ts'
import { mailAnswer } from './answer-mail.ts'
import { mailReply } from './reply-mail.ts'

const most = 500

/** Oldest first. Throws 404, also for other customers' tickets. */
export async function listReplies(db: Database, userId: number, ticketId: number) {
  const ticket = await db
    .selectFrom('tickets')
    .select('user_id')
    .where('id', '=', ticketId)
    .executeTakeFirst()
  if (ticket?.user_id !== userId) throw new Refusal(ticketRefusals.unknown_ticket)
  const latest = await db
    .selectFrom('ticket_messages')
    .select(['id', 'user_id as uid', 'content', 'created_at'])
    .where('ticket_id', '=', ticketId)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return latest.reverse().map((message) => ({ ...message, staff: message.uid !== userId }))
}

/** Reopens the ticket. Throws 404 for another customer's, and 409 if it is resolved or closed. */
export function reply(
  db: Database,
  sender: Sender,
  userId: number,
  { ticketId, content }: { ticketId: number; content: string },
) {
  return transaction(db, async (tx) => {
    const { user_id, status } = await lockTicket(tx, ticketId)
    if (user_id !== userId) throw new Refusal(ticketRefusals.unknown_ticket)
    if (status === 'resolved' || status === 'closed')
      throw new Refusal(ticketRefusals.ticket_over, { values: { status } })
    const message = await addMessage(tx, { ticketId, userId, content, byCustomer: true })
    await tx.updateTable('tickets').set({ status: 'open' }).where('id', '=', ticketId).execute()
    await mailAnswer(tx, sender, message.id)
    return { ...message, staff: false }
  })
}

type StaffReply = {
  ticketId: number
  staff: Staff
  content: string
  status?: TicketStatus | undefined
  /** The ID of the last reply that the staff member saw, 0 if there was none. */
  seen?: number | undefined
}

/** Throws 404, and 409 for a closed ticket, a deleted customer, or a reply after `seen`. */
export function replyAsStaff(
  db: Database,
  sender: Sender,
  { ticketId, staff, content, status: wanted, seen }: StaffReply,
) {
  return transaction(db, async (tx) => {
    const { user_id, status } = await lockTicket(tx, ticketId)
    if (await isDeleted(tx, user_id))
      throw new Refusal(staffTickets.reply.refusals.customer_deleted)
    if (status === 'closed') throw new Refusal(ticketRefusals.ticket_over, { values: { status } })
    if (seen !== undefined) await refuseUnseen(tx, { ticketId, staff, seen, customer: user_id })
    const byCustomer = user_id === staff.id
    const message = await addMessage(tx, { ticketId, userId: staff.id, content, byCustomer })
    const next = wanted ?? (status === 'open' ? 'in_progress' : status)
    const { revision } = await tx
      .updateTable('tickets')
      .set({ status: next })
      .where('id', '=', ticketId)
      .returning('revision')
      .executeTakeFirstOrThrow()
    if (!byCustomer) await mailReply(tx, sender, message.id)
    await record(tx, 'ticket.answered', {
      staff,
      userId: user_id,
      data: {
        ticket: ticketId,
        reply: message.id,
        revision,
        ...difference({ status }, { status: next }),
      },
    })
    return { ...message, staff: !byCustomer }
  })
}

type Unseen = { ticketId: number; staff: Staff; seen: number; customer: number }

/** Throws `answered_meanwhile` if somebody else has replied after the message `seen`. */
async function refuseUnseen(tx: Tx, { ticketId, staff, seen, customer }: Unseen) {
  const unseen = await tx
    .selectFrom('ticket_messages')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['user_id', shownName().as('name')])
    .where('ticket_id', '=', ticketId)
    .where('ticket_messages.id', '>', seen)
    .where('user_id', '<>', staff.id)
    .orderBy('ticket_messages.id', 'desc')
    .executeTakeFirst()
  if (!unseen) return
  const author = unseen.user_id === customer ? 'the customer' : unseen.name
  throw new Refusal(staffTickets.reply.refusals.answered_meanwhile, { values: { author } })
}

/** Returns the mutable fields of a ticket, locked until the transaction ends. Throws 404. */
export async function lockTicket(tx: Tx, id: number) {
  const ticket = await tx
    .selectFrom('tickets')
    .select(['user_id', 'status', 'assigned_to', 'unanswered_since', 'revision'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!ticket) throw new Refusal(ticketRefusals.unknown_ticket)
  return ticket
}

type NewMessage = { ticketId: number; userId: number; content: string; byCustomer: boolean }

async function addMessage(tx: Tx, { ticketId, userId, content, byCustomer }: NewMessage) {
  await tx
    .updateTable('tickets')
    .set({
      updated_at: sql`now()`,
      // The time of the first of several unanswered messages.
      unanswered_since: byCustomer ? sql`coalesce(unanswered_since, now())` : null,
    })
    .where('id', '=', ticketId)
    .execute()
  return tx
    .insertInto('ticket_messages')
    .values({ ticket_id: ticketId, user_id: userId, content })
    .returning(['id', 'user_id as uid', 'content', 'created_at'])
    .executeTakeFirstOrThrow()
}

async function isDeleted(tx: Tx, userId: number) {
  const gone = tx.selectFrom('users').select('id').where('id', '=', userId)
  return (await gone.where('deleted_at', 'is not', null).executeTakeFirst()) !== undefined
}
