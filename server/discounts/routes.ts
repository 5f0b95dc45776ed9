import type { FastifyInstance } from 'fastify'
import { discountCodes } from '#contract/discount-codes.ts'
import { discounts } from '#contract/discounts.ts'
import { mount } from '#server/kernel/mount.ts'
import { checkCode } from './check.ts'
import { addCodes, listCodes, removeCodes } from './codes.ts'

export function discountRoutes(app: FastifyInstance) {
  const { db } = app.shop
  mount(app, discounts.check, ({ params, query }) =>
    checkCode(db, params.code, query.game_id, query.term_length),
  )
  mount(app, discountCodes.list, ({ params }) => listCodes(db, params.id))
  mount(app, discountCodes.add, ({ body }, { user }) => addCodes(db, user, body))
  mount(app, discountCodes.remove, ({ body }, { user }) => removeCodes(db, user, body))
}
