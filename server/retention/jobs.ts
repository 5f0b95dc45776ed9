import * as z from 'zod'
import { captchaRetention } from '#server/captcha/retention.ts'
import { disputeRetention } from '#server/disputes/retention.ts'
import { eventRetention } from '#server/events/retention.ts'
import { evidenceRetention } from '#server/evidence/retention.ts'
import { healthRetention } from '#server/health/retention.ts'
import { job } from '#server/kernel/jobs.ts'
import { applyRules, kernelRetention, type RetentionRule } from '#server/kernel/retention.ts'
import { loaderRetention } from '#server/loader-api/retention.ts'
import { logRetention } from '#server/logs/retention.ts'
import { mailRetention } from '#server/mail/retention.ts'
import { paymentRetention } from '#server/payments/retention.ts'
import { serviceRetention } from '#server/services/retention.ts'
import { sessionRetention } from '#server/sessions/retention.ts'
import { setupRetention } from '#server/setup/retention.ts'
import { taxRetention } from '#server/taxes/retention.ts'

/** The retention rules of every domain. */
export const retentionRules: readonly RetentionRule[] = [
  ...kernelRetention,
  ...sessionRetention,
  ...captchaRetention,
  ...setupRetention,
  ...evidenceRetention,
  ...loaderRetention,
  ...paymentRetention,
  ...mailRetention,
  ...disputeRetention,
  ...serviceRetention,
  ...taxRetention,
  ...healthRetention,
  // Run these in order, because a writer of the log may wait for the events.
  ...eventRetention,
  ...logRetention,
]

export const forget = job({
  name: 'retention.forget',
  does: 'Deletes data at the end of its retention period',
  payload: z.object({ every: z.enum(['day', 'hour', '10 minutes']).default('day') }),
  cron: {
    '23 3 * * *': { every: 'day' },
    '17 * * * *': { every: 'hour' },
    '*/10 * * * *': { every: '10 minutes' },
  },
  run: ({ db }, { every }) => applyRules(db, retentionRules, every),
})

export const retentionJobs = [forget]
