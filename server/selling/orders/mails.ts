import type { Rerender, Rerenders } from '#server/platform/mail/rerender.ts'
import { tellFailedPayment } from './failed-payment.ts'
import { sendReceipt } from './receipt.ts'
import { tellShortPayment } from './short-payment.ts'
import { tellUnexpectedPayment } from './unexpected-payment.ts'

const receipt: Rerender = (db, sender, { about }, again) =>
  sendReceipt(db, sender, String(about.order), again)

const short: Rerender = (db, sender, { about }, again) =>
  tellShortPayment(db, sender, String(about.order), again)

const failed: Rerender = (db, sender, { about }, again) =>
  tellFailedPayment(db, sender, String(about.order), again)

const unexpected: Rerender = (db, sender, { about }, again) =>
  tellUnexpectedPayment(db, sender, String(about.payment), again)

export const orderMails = {
  'order-unexpected': unexpected,
  receipt,
  'order-short': short,
  'order-failed': failed,
} satisfies Rerenders
