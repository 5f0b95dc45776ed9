import type { Rerender, Rerenders } from '#server/platform/mail/rerender.ts'
import { mailCustomer, mailDecision } from './mail.ts'

const disputed: Rerender = (db, sender, { about }, again) =>
  mailCustomer(db, sender, Number(about.dispute), again)

const decided: Rerender = (db, sender, { about }, again) =>
  mailDecision(db, sender, Number(about.dispute), again)

export const disputeMails = {
  // The mails to administrators describe a past moment, so they are not rendered again.
  'dispute-opened': null,
  'dispute-due': null,
  'dispute-closed': null,
  'payment-disputed': disputed,
  'dispute-decided': decided,
} satisfies Rerenders
