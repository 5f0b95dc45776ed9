import type { FastifyInstance } from 'fastify'
import { referrals } from '#contract/selling/referrals.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { listReferred } from './history.ts'
import { createCode, findCode } from './own-code.ts'
import { redeemReward } from './redeem.ts'
import { getRewards } from './rewards.ts'

export function referralRoutes(app: FastifyInstance) {
  const { db } = app.shop
  mount(app, referrals.code, (_input, { user }) => findCode(db, user.id))
  mount(app, referrals.addCode, (_input, { user }) => createCode(db, user.id))
  mount(app, referrals.history, (_input, { user }) => listReferred(db, user.id))
  mount(app, referrals.rewards, (_input, { user }) => getRewards(db, user.id))
  mount(app, referrals.redeem, ({ body }, { user }) =>
    redeemReward(db, user.id, { productId: body.product_id, redeemed: body.redeemed }),
  )
}
