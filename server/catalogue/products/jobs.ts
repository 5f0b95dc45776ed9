import * as z from 'zod'
import { job } from '#server/kernel/jobs/jobs.ts'
import { renderDescriptions } from './descriptions.ts'

const keep = job({
  name: 'products.render_descriptions',
  does: 'Renders product descriptions',
  payload: z.object({}),
  cron: '24 * * * *',
  run: ({ db }) => renderDescriptions(db),
})

export const productJobs = [keep]
