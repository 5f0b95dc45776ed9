import * as z from 'zod'
import { job } from '#server/kernel/jobs.ts'
import { deliver } from './delivery.ts'
import { forgetUndelivered } from './retention.ts'

export const sendMail = job({
  name: 'mail.send',
  payload: z.object({ mail: z.int() }),
  run: ({ db, mail, config }, payload) => deliver(db, mail, config, payload.mail),
})

const forget = job({
  name: 'mail.forget',
  payload: z.object({}),
  cron: '29 3 * * *',
  run: ({ db }) => forgetUndelivered(db),
})

export const mailJobs = [sendMail, forget]
