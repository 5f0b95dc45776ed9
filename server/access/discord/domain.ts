import type { Domain } from '#server/platform/domain.ts'
import { discordFollowers, discordJobs } from './jobs.ts'
import { discordRoutes } from './routes.ts'
import { staffDiscordRoutes } from './staff-routes.ts'

export const discord: Domain = {
  routes: [discordRoutes, staffDiscordRoutes],
  jobs: discordJobs,
  followers: discordFollowers,
}
