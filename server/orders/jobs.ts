import * as z from 'zod'
import { job } from '#server/kernel/jobs.ts'
import { sendReceipt } from './receipt.ts'
import { tellShortPayment } from './short-payment.ts'

/** Money that went back ends the card subscription that it was for. */
export const stopRenewal = job({
  name: 'orders.stop_renewal',
  payload: z.object({ subscription: z.string() }),
  run: async ({ card }, { subscription }) => {
    if (!card) throw new Error('No card provider is configured')
    await card.stopRenewal(subscription)
  },
})

export const mailReceipt = job({
  name: 'orders.receipt',
  payload: z.object({ order: z.uuid() }),
  run: async ({ db, config }, { order }) => {
    await sendReceipt(db, config, order)
  },
})

export const mailShortPayment = job({
  name: 'orders.short_payment',
  payload: z.object({ order: z.uuid() }),
  run: async ({ db, config }, { order }) => {
    await tellShortPayment(db, config, order)
  },
})

export const orderJobs = [stopRenewal, mailReceipt, mailShortPayment]
