import type { Rerenders } from '#server/mail/rerender.ts'
import { mailAnswer } from './answer-mail.ts'
import { mailReply } from './reply-mail.ts'

export const ticketMails = {
  'ticket-reply': (db, sender, { about }, again) =>
    mailReply(db, sender, Number(about.message), again),
  'ticket-answer': (db, sender, { about }, again) =>
    mailAnswer(db, sender, Number(about.message), again),
} satisfies Partial<Rerenders>
