import * as z from 'zod'
import { job } from '#server/kernel/jobs/jobs.ts'
import { tellProblems } from './tell-problems.ts'

const watchHealth = job({
  name: 'health.watch',
  does: 'Checks the shop’s health and emails problems',
  payload: z.object({}),
  cron: '*/2 * * * *',
  // The next scheduled run is the next attempt.
  attempts: 1,
  run: (shop) => tellProblems(shop),
})

export const healthJobs = [watchHealth]
