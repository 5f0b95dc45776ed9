import type { FastifyInstance } from 'fastify'
import { status } from '#contract/status.ts'
import { mount } from '#server/kernel/mount.ts'
import { listModules, removeModule, reportModule } from './status.ts'

export function statusRoutes(app: FastifyInstance) {
  const { db } = app.shop
  mount(app, status.list, () => listModules(db))
  mount(app, status.report, ({ params, body }) => reportModule(db, params.repo, body))
  mount(app, status.remove, ({ params }) => removeModule(db, params.repo))
}
