import type { Remake, Remakes } from '#server/mail/remake.ts'
import { mailEnding } from './notices.ts'

const ending: Remake = (db, sender, { about }, again) =>
  mailEnding(db, sender, Number(about.subscription), again)

export const subscriptionMails = {
  'subscription-ending': ending,
  'subscription-ended': ending,
} satisfies Partial<Remakes>
