import type { Domain } from '#server/platform/domain.ts'
import { cardFollowers, cardJobs } from './jobs.ts'
import { cardRoutes } from './routes.ts'

export const cards: Domain = {
  routes: [cardRoutes],
  jobs: cardJobs,
  followers: cardFollowers,
}
