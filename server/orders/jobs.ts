import * as z from 'zod'
import { job } from '#server/kernel/jobs.ts'
import { sendReceipt } from './receipt.ts'
import { tellShortPayment } from './short-payment.ts'

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

export const orderJobs = [mailReceipt, mailShortPayment]
