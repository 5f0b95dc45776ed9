import type { Database } from '#server/kernel/database.ts'
import { sendReceipt } from '#server/orders/receipt.ts'
import { tellShortPayment } from '#server/orders/short-payment.ts'
import { mailPasswordReset } from '#server/sessions/password-reset.ts'
import { mailVerificationTo } from '#server/sessions/verification.ts'
import { mailEnding } from '#server/subscriptions/notices.ts'
import { mailAnswer } from '#server/tickets/answer-mail.ts'
import { mailReply } from '#server/tickets/reply-mail.ts'
import { mailInvitationAgain } from '#server/users/invitation.ts'
import type { Sender } from './frame.ts'
import type { Resend, Template } from './mail.ts'

export type Remade = {
  /** Whose mail it was, as they are now. */
  user: { username: string; email: string }
  about: Record<string, unknown>
}

/** Writes a mail anew and answers its id; undefined when what it told of is no longer so. */
type Remake = (
  db: Database,
  sender: Sender,
  mail: Remade,
  again: Resend,
) => Promise<number | undefined>

const ending: Remake = (db, sender, { about }, again) =>
  mailEnding(db, sender, Number(about.subscription), again)

/** Null for what tells of a moment: it would say that it happened just now. */
const remakes: Record<Template, Remake | null> = {
  verification: (db, sender, { user }, again) =>
    mailVerificationTo(db, sender, { email: user.email }, again),
  invitation: (db, sender, { user }, again) => mailInvitationAgain(db, sender, user.email, again),
  'address-taken': null,
  'address-changed': null,
  'password-reset': (db, sender, { user }, again) => mailPasswordReset(db, sender, user, again),
  'password-changed': null,
  'new-sign-in': null,
  receipt: (db, sender, { about }, again) => sendReceipt(db, sender, String(about.order), again),
  'order-short': (db, sender, { about }, again) =>
    tellShortPayment(db, sender, String(about.order), again),
  'subscription-ending': ending,
  'subscription-ended': ending,
  'ticket-reply': (db, sender, { about }, again) =>
    mailReply(db, sender, Number(about.message), again),
  'ticket-answer': (db, sender, { about }, again) =>
    mailAnswer(db, sender, Number(about.message), again),
  'campaign-test': null,
}

export function findRemake(template: string): Remake | null {
  return remakes[template as Template] ?? null
}

export function isResendable(template: string): boolean {
  return findRemake(template) !== null
}
