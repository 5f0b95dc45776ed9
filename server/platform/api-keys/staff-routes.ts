import type { FastifyInstance } from 'fastify'
import { apiKeys } from '#contract/platform/api-keys.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { addKey, listKeys, removeKey } from './staff-keys.ts'

export function apiKeyRoutes(app: FastifyInstance) {
  const { db } = app.shop
  mount(app, apiKeys.list, ({ query }) => listKeys(db, query))
  mount(app, apiKeys.add, ({ body }, { user }) => addKey(db, user, body))
  mount(app, apiKeys.remove, async ({ params }, { user }) => {
    await removeKey(db, user, params.id)
  })
}
