import * as z from 'zod'
import { job } from '#server/kernel/jobs/jobs.ts'
import { renderPosts } from './rendered.ts'

const keep = job({
  name: 'blog.render_posts',
  does: 'Renders blog posts',
  payload: z.object({}),
  cron: '23 * * * *',
  run: ({ db }) => renderPosts(db),
})

export const blogJobs = [keep]
