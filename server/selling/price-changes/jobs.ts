import * as z from 'zod'
import { job } from '#server/kernel/jobs/jobs.ts'
import { tellOfPrices } from './tell.ts'

export const tell = job({
  name: 'price_changes.tell',
  does: 'Emails customers about a price change of their renewal, or its cancellation',
  payload: z.object({}),
  // Recovers after a process was killed between two batches.
  cron: '*/5 * * * *',
  run: ({ db, config }) => tellOfPrices(db, config),
})

export const priceChangeJobs = [tell]
