import * as z from 'zod'
import { job } from '#server/kernel/jobs.ts'
import { keepDescriptions } from './descriptions.ts'

const keep = job({
  name: 'products.keep_descriptions',
  does: 'Prepares descriptions of products for the store',
  payload: z.object({}),
  cron: '24 * * * *',
  run: ({ db }) => keepDescriptions(db),
})

export const productJobs = [keep]
