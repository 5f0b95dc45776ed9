import * as z from 'zod'
import { job } from '#server/kernel/jobs/jobs.ts'
import { resealFactors } from './factor-keys.ts'
import { mailPasswordReset } from './password-reset.ts'
import { mailVerificationTo } from './verification.ts'

export const requestedVerification = job({
  name: 'sessions.mail_verification',
  does: 'Emails a verification link',
  payload: z.object({ email: z.string(), username: z.string().optional() }),
  run: async ({ db, config }, signup) => {
    await mailVerificationTo(db, config, signup)
  },
})

export const requestedReset = job({
  name: 'sessions.mail_reset',
  does: 'Emails a password reset link',
  payload: z.object({ username: z.string(), email: z.string() }),
  run: async ({ db, config }, user) => {
    await mailPasswordReset(db, config, user)
  },
})

const reseal = job({
  name: 'sessions.reseal_factors',
  does: 'Re-encrypts two-factor secrets after a key change',
  payload: z.object({}),
  cron: '40 * * * *',
  attempts: 1,
  run: ({ db, services }) => resealFactors(db, services.ring),
})

export const sessionJobs = [requestedVerification, requestedReset, reseal]
