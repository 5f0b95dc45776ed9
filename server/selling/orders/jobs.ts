import { sql } from 'kysely'
import * as z from 'zod'
import { addJob, job } from '#server/kernel/jobs/jobs.ts'
import { follower } from '#server/platform/events/followers.ts'
import { tellFailedPayment } from './failed-payment.ts'
import { tellShortPayment } from './short-payment.ts'
import { tellUnexpectedPayment } from './unexpected-payment.ts'

const mailShortPayment = job({
  name: 'orders.mail_short_payment',
  does: 'Emails a customer that a crypto payment was too small',
  payload: z.object({ order: z.uuid() }),
  run: async ({ db, config }, { order }) => {
    await tellShortPayment(db, config, order)
  },
})

const mailFailedPayment = job({
  name: 'orders.mail_failed_payment',
  does: 'Emails a customer that a crypto payment failed after coins were seen',
  payload: z.object({ order: z.uuid() }),
  run: async ({ db, config }, { order }) => {
    await tellFailedPayment(db, config, order)
  },
})

const mailUnexpectedPayment = job({
  name: 'orders.mail_unexpected_payment',
  does: 'Emails a customer about an unexpected crypto payment',
  payload: z.object({ payment: z.string() }),
  run: async ({ db, config }, { payment }) => {
    await tellUnexpectedPayment(db, config, payment)
  },
})

export const orderJobs = [mailShortPayment, mailFailedPayment, mailUnexpectedPayment]

export const orderFollowers = [
  follower(
    ['order.partially_paid'],
    ({ data }) => sql`select ${addJob(mailShortPayment, payloadOf(data))}`,
  ),
  follower(
    ['order.unexpected_payment'],
    ({ data: { payment } }) =>
      sql`select ${addJob(mailUnexpectedPayment, sql`${JSON.stringify({ payment })}`)}`,
  ),
  follower(
    ['order.failed'],
    ({ data }) =>
      sql`select ${addJob(mailFailedPayment, payloadOf(data))}
           where exists (select from orders where id = ${data.order}::uuid and type = 'crypto')`,
  ),
]

function payloadOf({ order }: { order: string }) {
  return sql`${JSON.stringify({ order })}`
}
