import type { FastifyInstance } from 'fastify'
import { brand } from '#contract/platform/brand.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { getBrand, getHero } from './brand.ts'
import { changeBrand } from './change.ts'

export function brandRoutes(app: FastifyInstance) {
  const { db, config } = app.shop
  mount(app, brand.hero, () => getHero(db))
  mount(app, brand.get, () => getBrand(db, config))
  mount(app, brand.tryAccent, async ({ body }) => {
    const { accentOf } = await import('./palette.ts')
    return accentOf(body.accent)
  })
  mount(app, brand.change, ({ body }, { user }) => changeBrand(app.shop, user, body))
}
