import * as z from 'zod'
import { job } from '#server/kernel/jobs.ts'
import { keepGists } from './gist.ts'

const keep = job({
  name: 'blog.keep_gists',
  does: 'Prepares posts for the blog',
  payload: z.object({}),
  cron: '23 * * * *',
  run: ({ db }) => keepGists(db),
})

export const blogJobs = [keep]
