import type { FastifyInstance } from 'fastify'
import { secondFactor } from '#contract/second-factor.ts'
import { mount } from '#server/kernel/mount.ts'
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
  mount(app, secondFactor.get, (_, { user }) => getSecondFactor(db, user.id))
  mount(app, secondFactor.begin, ({ body }, { user }) =>
    beginFactor(db, ring, { user, issuer: config.shopName, ...body }),
  )
  mount(app, secondFactor.turnOn, ({ body }, { user }) =>
    turnFactorOn(db, config, ring, { user, ...body }),
  )
  mount(app, secondFactor.renewRecoveryCodes, ({ body }, { user }) =>
    renewRecoveryCodes(db, ring, { user, ...body }),
  )
  mount(app, secondFactor.turnOff, ({ body }, { user }) =>
    turnFactorOff(db, config, ring, { user, ...body }),
  )
}
