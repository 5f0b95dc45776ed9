import type { Database } from '#server/kernel/database/database.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { queueMail, type Resend } from '#server/platform/mail/mail.ts'
import { living } from '#server/platform/users/living.ts'
import { ticketReplyMail, writeTicketReplyMail } from './mail-texts.ts'

/** Mails a message from support to the ticket's customer, unless their account is deleted. */
export async function mailReply(
  db: Database,
  sender: Sender,
  messageId: number,
  again?: Resend,
): Promise<number | undefined> {
  const reply = await db
    .selectFrom('ticket_messages')
    .innerJoin('tickets', 'tickets.id', 'ticket_id')
    .innerJoin('users', 'users.id', 'tickets.user_id')
    .select(['ticket_id as ticketId', 'title', 'ticket_messages.content', 'username'])
    .select(['email', 'users.id as userId'])
    .where('ticket_messages.id', '=', messageId)
    .where(living)
    .executeTakeFirst()
  if (!reply) return undefined
  const mail = {
    ...writeTicketReplyMail(sender, reply),
    to: reply.email,
    userId: reply.userId,
    template: ticketReplyMail,
    about: { message: messageId },
  } as const
  return queueMail(db, mail, again)
}
