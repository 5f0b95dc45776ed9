import type { FastifyInstance } from 'fastify'
import { health } from '#contract/health.ts'
import type { Job } from '#server/kernel/jobs.ts'
import { mount } from '#server/kernel/mount.ts'
import { checkMailDomain } from './mail-domain/mail-domain.ts'
import { dropJob, listFailedJobs, retryJob } from './queue.ts'
import { listServices, readHealth } from './state.ts'
import { testService } from './test-service.ts'

export function staffHealthRoutes(app: FastifyInstance, jobs: readonly Job[]) {
  const { shop } = app
  const { db } = shop
  mount(app, health.get, () => readHealth(shop))
  mount(app, health.test, async ({ params }) => {
    await testService(shop, params.name)
    return (await listServices(shop)).find(({ name }) => name === params.name)!
  })
  mount(app, health.mailDomain, () => checkMailDomain(shop))
  mount(app, health.failedJobs, ({ query }) => listFailedJobs(db, jobs, query))
  mount(app, health.retryJob, ({ params }, { user }) => retryJob(db, user, params.id))
  mount(app, health.dropJob, ({ params }, { user }) => dropJob(db, jobs, user, params.id))
}
