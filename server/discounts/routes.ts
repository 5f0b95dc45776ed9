import type { FastifyInstance } from 'fastify'
import { discounts } from '#contract/discounts.ts'
import { staffDiscounts } from '#contract/staff-discounts.ts'
import { mount } from '#server/kernel/mount.ts'
import { findUser } from '#server/kernel/sessions.ts'
import { checkCode } from './check.ts'
import { addCodes, listCodes, removeCodes } from './codes.ts'

export function discountRoutes(app: FastifyInstance) {
  const { db, config } = app.shop
  mount(app, discounts.check, async ({ params, query }, { request }) => {
    const user = await findUser(db, config, request)
    return checkCode(db, {
      code: params.code,
      productId: query.game_id,
      months: query.term_length,
      userId: user?.id ?? null,
    })
  })
  mount(app, staffDiscounts.list, ({ params }) => listCodes(db, params.id))
  mount(app, staffDiscounts.add, ({ body }, { user }) => addCodes(db, user, body))
  mount(app, staffDiscounts.remove, ({ body }, { user }) => removeCodes(db, user, body))
}
