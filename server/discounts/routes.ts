import type { FastifyInstance } from 'fastify'
import { discounts } from '#contract/discounts.ts'
import { mount } from '#server/kernel/mount.ts'
import { checkCode } from './check.ts'

export function discountRoutes(app: FastifyInstance) {
  const { db } = app.shop
  mount(app, discounts.check, ({ params, query }) =>
    checkCode(db, params.code, query.game_id, query.term_length),
  )
}
