import type { Rerender, Rerenders } from '#server/platform/mail/rerender.ts'
import { mailRenewal, type RenewalMail } from './mail.ts'

const written =
  (template: RenewalMail): Rerender =>
  (db, sender, { about }, again) =>
    mailRenewal(db, sender, Number(about.renewal), template, again)

export const renewalMails = {
  'renewal-soon': written('renewal-soon'),
  'renewal-card': written('renewal-card'),
  'renewal-failed': written('renewal-failed'),
  'renewal-ended': written('renewal-ended'),
} satisfies Rerenders
