import { sql } from 'kysely'
import * as z from 'zod'
import { job } from '#server/kernel/jobs/jobs.ts'

/** Keeps the tables of daily figures small. Their sums are the same before and after. */
const foldDays = job({
  name: 'overview.fold_days',
  does: 'Calculates the dashboard figures of past days',
  payload: z.object({}),
  cron: '* * * * *',
  run: async ({ db }) => {
    await sql`select fold_days()`.execute(db)
  },
})

export const overviewJobs = [foldDays]
