import * as z from 'zod'
import { job } from '#server/kernel/jobs.ts'
import { mailPasswordReset } from './password-reset.ts'
import { mailVerificationTo } from './verification.ts'

export const requestedVerification = job({
  name: 'sessions.mail_verification',
  does: 'Mails a verification link that was asked for',
  payload: z.object({ email: z.string(), username: z.string().optional() }),
  run: async ({ db, config }, signup) => {
    await mailVerificationTo(db, config, signup)
  },
})

export const requestedReset = job({
  name: 'sessions.mail_reset',
  does: 'Mails a link to choose a new password',
  payload: z.object({ username: z.string(), email: z.string() }),
  run: async ({ db, config }, user) => {
    await mailPasswordReset(db, config, user)
  },
})

export const sessionJobs = [requestedVerification, requestedReset]
