import * as z from 'zod'
import { forgetOldEvents } from '#server/events/retention.ts'
import { forgetGivenUp } from '#server/health/retention.ts'
import { job } from '#server/kernel/jobs.ts'
import { forgetUndelivered } from '#server/mail/retention.ts'
import { forgetOldPaymentEvents } from '#server/payments/retention.ts'
import { forgetSpentLinks } from '#server/setup/retention.ts'

/** Deletes or scrubs what each domain keeps for a number of days. */
export const forget = job({
  name: 'retention.forget',
  payload: z.object({}),
  cron: '23 3 * * *',
  run: async ({ db }) => {
    await forgetOldEvents(db)
    await forgetOldPaymentEvents(db)
    await forgetUndelivered(db)
    await forgetGivenUp(db)
    await forgetSpentLinks(db)
  },
})

export const retentionJobs = [forget]
