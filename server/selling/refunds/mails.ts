import type { Rerender, Rerenders } from '#server/platform/mail/rerender.ts'
import { mailRefund } from './mail.ts'

const refund: Rerender = (db, sender, { about }, again) =>
  mailRefund(db, sender, String(about.refund), again)

export const refundMails = { refund, 'refund-failed': refund } satisfies Rerenders
