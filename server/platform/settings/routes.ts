import type { FastifyInstance } from 'fastify'
import { settings } from '#contract/platform/settings.ts'
import { closedBy } from '#server/kernel/http/closed.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { changeSettings } from './change.ts'
import { getSettings } from './settings.ts'

export function settingsRoutes(app: FastifyInstance) {
  const { db } = app.shop
  mount(app, settings.get, () => getSettings(db))
  mount(app, settings.closed, () => {
    const why = closedBy(app.shop)
    return { closed: why !== null, opened: why !== 'not_open' }
  })
  mount(app, settings.change, ({ body }, { user }) => changeSettings(db, user, body))
}
