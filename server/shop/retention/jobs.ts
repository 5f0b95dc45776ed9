import * as z from 'zod'
import { applyRules } from '#server/kernel/database/retention.ts'
import { job } from '#server/kernel/jobs/jobs.ts'

export const forget = job({
  name: 'retention.forget',
  does: 'Deletes data at the end of its retention period',
  payload: z.object({ every: z.enum(['day', 'hour', '10 minutes']).default('day') }),
  cron: {
    '23 3 * * *': { every: 'day' },
    '17 * * * *': { every: 'hour' },
    '*/10 * * * *': { every: '10 minutes' },
  },
  run: ({ db, domains }, { every }) =>
    applyRules(
      db,
      domains.flatMap(({ retention = [] }) => retention),
      every,
    ),
})

export const retentionJobs = [forget]
