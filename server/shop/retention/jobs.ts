import * as z from 'zod'
import {
  applyRules,
  kernelRetention,
  type RetentionRule,
} from '#server/kernel/database/retention.ts'
import { job } from '#server/kernel/jobs/jobs.ts'
import { evidenceRetention } from '#server/licensing/evidence/retention.ts'
import { loaderRetention } from '#server/licensing/loader-api/retention.ts'
import { eventRetention } from '#server/platform/events/retention.ts'
import { healthRetention } from '#server/platform/health/retention.ts'
import { logRetention } from '#server/platform/logs/retention.ts'
import { mailRetention } from '#server/platform/mail/retention.ts'
import { serviceRetention } from '#server/platform/services/retention.ts'
import { captchaRetention } from '#server/platform/sessions/captcha-retention.ts'
import { sessionRetention } from '#server/platform/sessions/retention.ts'
import { taxRetention } from '#server/platform/taxes/retention.ts'
import { disputeRetention } from '#server/selling/disputes/retention.ts'
import { paymentRetention } from '#server/selling/payments/retention.ts'
import { setupRetention } from '#server/shop/setup/retention.ts'

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
