import * as z from 'zod'
import { job } from '#server/kernel/jobs/jobs.ts'
import { forgetEvidence } from './remove.ts'

const forget = job({
  name: 'evidence.forget',
  does: 'Deletes evidence files at the end of their retention period',
  payload: z.object({}),
  waitsFor: 'storage',
  cron: '40 3 * * *',
  run: ({ db, storage }) => forgetEvidence(db, storage),
})

export const evidenceJobs = [forget]
