import type { FastifyInstance } from 'fastify'
import { secondFactor } from '#contract/platform/second-factor.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { setSession } from './cookies.ts'
import {
  beginFactor,
  getSecondFactor,
  renewRecoveryCodes,
  turnFactorOff,
  turnFactorOn,
} from './second-factor.ts'

export function secondFactorRoutes(app: FastifyInstance) {
  const { db, config, services } = app.shop
  const { ring } = services
  const means = { ring, sender: config }
  mount(app, secondFactor.get, (_, { user }) => getSecondFactor(db, user.id))
  mount(app, secondFactor.begin, ({ body }, { user }) =>
    beginFactor(db, ring, { user, issuer: config.shopName, ...body }),
  )
  mount(app, secondFactor.turnOn, async ({ body }, { user, reply }) => {
    const { session, ...codes } = await turnFactorOn(db, means, { user, ...body })
    if (session) setSession(config, reply, session)
    return codes
  })
  mount(app, secondFactor.renewRecoveryCodes, ({ body }, { user }) =>
    renewRecoveryCodes(db, means, { user, ...body }),
  )
  mount(app, secondFactor.turnOff, ({ body }, { user }) =>
    turnFactorOff(db, means, { user, ...body }),
  )
}
