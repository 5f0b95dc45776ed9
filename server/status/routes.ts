import type { FastifyInstance } from 'fastify'
import { apiKeys } from '#contract/api-keys.ts'
import { modules } from '#contract/modules.ts'
import { status } from '#contract/status.ts'
import { mount } from '#server/kernel/mount.ts'
import { addModule, arrangeModules, changeModule, pageOfModules, takeOffModule } from './edit.ts'
import { listKeys, makeKey, revokeKey } from './keys.ts'
import { listModules, removeModule, reportModule } from './status.ts'

export function statusRoutes(app: FastifyInstance) {
  const { db } = app.shop
  mount(app, status.list, () => listModules(db))
  mount(app, status.report, ({ params, body }) => reportModule(db, params.repo, body))
  mount(app, status.remove, ({ params }) => removeModule(db, params.repo))

  mount(app, modules.list, ({ query }) => pageOfModules(db, query))
  mount(app, modules.add, ({ body }, { user }) => addModule(db, user, body))
  mount(app, modules.change, ({ params, body }, { user }) =>
    changeModule(db, user, params.repo, body),
  )
  mount(app, modules.arrange, async ({ body }, { user }) => {
    await arrangeModules(db, user, body)
    return true as const
  })
  mount(app, modules.remove, async ({ params }, { user }) => {
    await takeOffModule(db, user, params.repo)
    return true as const
  })

  mount(app, apiKeys.list, ({ query }) => listKeys(db, query))
  mount(app, apiKeys.make, ({ body }, { user }) => makeKey(db, user, body.name))
  mount(app, apiKeys.revoke, async ({ params }, { user }) => {
    await revokeKey(db, user, params.id)
    return true as const
  })
}
