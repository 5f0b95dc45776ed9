import type { Database } from '#server/kernel/database/database.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { queueMail, type Resend } from '#server/platform/mail/mail.ts'
import { ticketAnswerMail, writeTicketAnswerMail } from './mail-texts.ts'

/** Sends a single mail for all messages that the customer writes before the next reply. */
export async function mailAnswer(
  db: Database,
  sender: Sender,
  messageId: number,
  again?: Resend,
): Promise<number | undefined> {
  const answer = await db
    .selectFrom('ticket_messages')
    .innerJoin('tickets', 'tickets.id', 'ticket_id')
    .innerJoin('users as customer', 'customer.id', 'tickets.user_id')
    .innerJoin('users as assignee', 'assignee.id', 'assigned_to')
    .select(['ticket_id as ticketId', 'title', 'ticket_messages.content', 'waiting_since'])
    .select(['customer.username as customer', 'assignee.username', 'assignee.email'])
    .select('assignee.id as userId')
    .where('ticket_messages.id', '=', messageId)
    .whereRef('ticket_messages.user_id', '=', 'customer.id')
    .whereRef('assignee.id', '<>', 'customer.id')
    .executeTakeFirst()
  if (!answer?.waiting_since) return undefined
  const { ticketId, userId, waiting_since } = answer
  const mail = {
    ...writeTicketAnswerMail(sender, answer),
    to: answer.email,
    userId,
    template: ticketAnswerMail,
    about: { message: messageId },
    once: `ticket ${ticketId} answered ${waiting_since.getTime()} ${userId}`,
  } as const
  return queueMail(db, mail, again)
}
