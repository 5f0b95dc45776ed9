import * as z from 'zod'
import { forgetOldTraces } from '#server/disputes/retention.ts'
import { turnEventMonths } from '#server/events/retention.ts'
import { forgetGivenUp } from '#server/health/retention.ts'
import { unlessBackingUp } from '#server/kernel/backup-lock.ts'
import { job } from '#server/kernel/jobs.ts'
import { turnLogMonths } from '#server/logs/retention.ts'
import { forgetUndelivered } from '#server/mail/retention.ts'
import { forgetOldPaymentEvents } from '#server/payments/retention.ts'
import { forgetOldTrials } from '#server/services/retention.ts'
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
    await forgetOldTrials(db)
    await forgetOldTraces(db)
  },
})

/** The same for what is kept in a table for each month. */
export const turnMonths = job({
  name: 'retention.turn_months',
  does: 'Makes room for the next months and drops those that are over',
  payload: z.object({}),
  cron: '43 3 * * *',
  run: async ({ db }) => {
    // Dropping a month waits for whoever reads the log, and all who write it wait behind that.
    // One after the other, as who wrote the log may wait for the events.
    const done =
      (await unlessBackingUp(db, turnEventMonths)) && (await unlessBackingUp(db, turnLogMonths))
    if (!done) throw new Error('A backup is being made: months are turned when it is done')
  },
})

export const retentionJobs = [forget, turnMonths]
