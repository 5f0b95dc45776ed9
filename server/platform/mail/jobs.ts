import * as z from 'zod'
import { job } from '#server/kernel/jobs/jobs.ts'
import { abandon, deliver } from './delivery.ts'

export const sendMail = job({
  name: 'mail.send',
  does: 'Sends an email',
  payload: z.object({ mail: z.int() }),
  waitsFor: 'mail',
  run: ({ db, mail, config }, payload) => deliver(db, mail, config, payload.mail),
  dropped: (tx, payload) => abandon(tx, payload.mail),
})

export const mailJobs = [sendMail]
