import type { Rerender, Rerenders } from '#server/platform/mail/rerender.ts'
import { mailGift } from './gift-mail.ts'
import { mailEnding } from './notices.ts'

const ending: Rerender = (db, sender, { about }, again) =>
  mailEnding(db, sender, [about.subscriptions].flat().map(Number), again)

const given: Rerender = (db, sender, { about }, again) =>
  mailGift(db, sender, String(about.gift), again)

export const subscriptionMails = {
  'subscription-ending': ending,
  'subscription-ended': ending,
  'time-given': given,
} satisfies Rerenders
