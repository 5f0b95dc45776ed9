import type { FastifyInstance } from 'fastify'
import { staffStatus } from '#contract/outages/staff-status.ts'
import { status } from '#contract/outages/status.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { addModule, arrangeModules, changeModule, listStaffModules, takeOffModule } from './edit.ts'
import { listModules, removeModule, reportModule } from './status.ts'

export function statusRoutes(app: FastifyInstance) {
  const { db } = app.shop
  mount(app, status.list, () => listModules(db))
  mount(app, status.report, ({ params, body }) => reportModule(db, params.repo, body))
  mount(app, status.remove, ({ params }) => removeModule(db, params.repo))

  mount(app, staffStatus.list, ({ query }) => listStaffModules(db, query))
  mount(app, staffStatus.add, ({ body }, { user }) => addModule(db, user, body))
  mount(app, staffStatus.change, ({ params, body }, { user }) =>
    changeModule(db, user, params.repo, body),
  )
  mount(app, staffStatus.arrange, async ({ body }, { user }) => {
    await arrangeModules(db, user, body)
  })
  mount(app, staffStatus.remove, async ({ params }, { user }) => {
    await takeOffModule(db, user, params.repo)
  })
}
