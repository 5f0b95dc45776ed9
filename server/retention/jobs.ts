import * as z from 'zod'
import { turnEventMonths } from '#server/events/retention.ts'
import { forgetGivenUp } from '#server/health/retention.ts'
import { job } from '#server/kernel/jobs.ts'
import { turnLogMonths } from '#server/logs/retention.ts'
import { forgetUndelivered } from '#server/mail/retention.ts'
import { forgetOldPaymentEvents } from '#server/payments/retention.ts'
import { forgetSpentLinks } from '#server/setup/retention.ts'

/** Deletes or scrubs what each domain keeps for a number of days. */
export const forget = job({
  name: 'retention.forget',
  does: 'Deletes what is kept for a number of days',
  payload: z.object({}),
  cron: '23 3 * * *',
  run: async ({ db }) => {
    await forgetOldPaymentEvents(db)
    await forgetUndelivered(db)
    await forgetGivenUp(db)
    await forgetSpentLinks(db)
  },
})

/** The same for what is kept in a table for each month. */
export const turnMonths = job({
  name: 'retention.turn_months',
  does: 'Makes room for the next months and drops those that are over',
  payload: z.object({}),
  cron: '43 3 * * *',
  run: async ({ db }) => {
    await turnEventMonths(db)
    await turnLogMonths(db)
  },
})

export const retentionJobs = [forget, turnMonths]
