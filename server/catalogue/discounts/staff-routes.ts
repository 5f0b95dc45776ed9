import type { FastifyInstance } from 'fastify'
import { staffDiscounts } from '#contract/catalogue/staff-discounts.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { addCodes, listCodes, removeCodes } from './codes.ts'

export function staffDiscountRoutes(app: FastifyInstance) {
  const { db } = app.shop
  mount(app, staffDiscounts.list, ({ params, query }) => listCodes(db, params.id, query))
  mount(app, staffDiscounts.add, ({ body }, { user }) => addCodes(db, user, body))
  mount(app, staffDiscounts.remove, ({ body }, { user }) => removeCodes(db, user, body))
}
