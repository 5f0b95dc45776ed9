import type { Rerender, Rerenders } from '#server/mail/rerender.ts'
import { mailEnding } from './notices.ts'

const ending: Rerender = (db, sender, { about }, again) =>
  mailEnding(db, sender, Number(about.subscription), again)

export const subscriptionMails = {
  'subscription-ending': ending,
  'subscription-ended': ending,
} satisfies Rerenders
