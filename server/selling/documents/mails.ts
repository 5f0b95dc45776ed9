import type { Rerender, Rerenders } from '#server/platform/mail/rerender.ts'
import { mailCorrected } from './mail.ts'

const corrected: Rerender = (db, sender, { about }, again) =>
  mailCorrected(db, sender, Number(about.document), again)

export const documentMails = { 'document-corrected': corrected } satisfies Rerenders
