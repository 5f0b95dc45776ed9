import type { FastifyInstance } from 'fastify'
import { setup } from '#contract/shop/setup.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { setBrowser, setSession, visitOf } from '#server/platform/sessions/cookies.ts'
import { claimShop } from './claim.ts'
import { requireSetupLink } from './link.ts'
import { listMissing } from './missing.ts'
import { nameShop, openToVisitors, readSetup } from './opening.ts'

export function setupRoutes(app: FastifyInstance) {
  const { db, config } = app.shop
  mount(app, setup.check, async ({ body }) => {
    await requireSetupLink(db, body.token)
  })
  mount(app, setup.claim, async ({ body }, { request, reply }) => {
    const claimed = await claimShop(db, config, body, visitOf(config, request))
    const { id, ...user } = claimed.user
    setSession(config, reply, claimed.session)
    setBrowser(config, reply, claimed.browser)
    return { uid: id, ...user }
  })
  mount(app, setup.get, () => readSetup(db, config))
  mount(app, setup.missing, async (_, { user }) => ({
    missing: await listMissing(app.shop, user.id),
  }))
  mount(app, setup.change, async ({ body }, { user }) => {
    await nameShop(db, config, user, body)
    return readSetup(db, config)
  })
  mount(app, setup.open, async (_, { user }) => {
    await openToVisitors(db, config, user)
    return readSetup(db, config)
  })
}
