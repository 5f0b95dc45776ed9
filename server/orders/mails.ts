import type { Rerenders } from '#server/mail/rerender.ts'
import { sendReceipt } from './receipt.ts'
import { tellShortPayment } from './short-payment.ts'

export const orderMails = {
  receipt: (db, sender, { about }, again) => sendReceipt(db, sender, String(about.order), again),
  'order-short': (db, sender, { about }, again) =>
    tellShortPayment(db, sender, String(about.order), again),
} satisfies Partial<Rerenders>
