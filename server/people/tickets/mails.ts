import type { Rerender, Rerenders } from '#server/platform/mail/rerender.ts'
import { mailAnswer } from './answer-mail.ts'
import { mailReply } from './reply-mail.ts'

const reply: Rerender = (db, sender, { about }, again) =>
  mailReply(db, sender, Number(about.message), again)

const answer: Rerender = (db, sender, { about }, again) =>
  mailAnswer(db, sender, Number(about.message), again)

export const ticketMails = { 'ticket-reply': reply, 'ticket-answer': answer } satisfies Rerenders
