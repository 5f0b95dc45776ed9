import type { Rerender, Rerenders } from '#server/platform/mail/rerender.ts'
import { mailOffer, mailOver, mailSent } from './mail.ts'

const offer: Rerender = (db, sender, { about }, again) =>
  mailOffer(db, sender, String(about.payout), again)
const sent: Rerender = (db, sender, { about }, again) =>
  mailSent(db, sender, String(about.payout), again)
const over: Rerender = (db, sender, { about }, again) =>
  mailOver(db, sender, String(about.payout), again)

/** A code is not sent again. A new address gets a new code. */
export const payoutMails = {
  'payout-offer': offer,
  'payout-code': null,
  'payout-sent': sent,
  'payout-over': over,
} satisfies Rerenders
