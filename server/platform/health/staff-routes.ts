import type { FastifyInstance } from 'fastify'
import { health } from '#contract/platform/health.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { checkMailDomain } from './mail-domain/mail-domain.ts'
import { dropJob, listFailedJobs, retryJob } from './queue.ts'
import { listServices, readHealth } from './state.ts'
import { updateProblems } from './tell-problems.ts'
import { testService } from './test-service.ts'

export function staffHealthRoutes(app: FastifyInstance) {
  const { shop } = app
  const { db } = shop
  const jobs = shop.domains.flatMap((domain) => domain.jobs ?? [])
  mount(app, health.get, () => readHealth(shop))
  mount(app, health.test, async ({ params }) => {
    const find = async () => (await listServices(shop)).find(({ name }) => name === params.name)
    // Services that the shop does not use are not listed.
    if (!(await find())) throw new Refusal(health.test.refusals.not_configured)
    await testService(shop, params.name)
    await updateProblems(shop)
    return (await find())!
  })
  mount(app, health.mailDomain, () => checkMailDomain(shop))
  mount(app, health.failedJobs, ({ query }) => listFailedJobs(db, jobs, query))
  mount(app, health.retryJob, async ({ params }, { user }) => {
    const retried = await retryJob(db, user, params.id)
    await updateProblems(shop)
    return retried
  })
  mount(app, health.dropJob, async ({ params }, { user }) => {
    const dropped = await dropJob(db, jobs, user, params.id)
    await updateProblems(shop)
    return dropped
  })
}
