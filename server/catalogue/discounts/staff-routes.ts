import type { FastifyInstance } from 'fastify'
import { staffDiscounts } from '#contract/catalogue/staff-discounts.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { sendExport } from '#server/platform/logs/send-export.ts'
import { addCodes, removeCodes } from './codes.ts'
import { exportCodes, listCodes, listCodesOfProduct } from './list-codes.ts'

export function staffDiscountRoutes(app: FastifyInstance) {
  const { db } = app.shop
  mount(app, staffDiscounts.list, ({ query }) => listCodes(db, query))
  mount(app, staffDiscounts.export, async ({ query }, caller) => {
    const csv = await exportCodes(db, caller.user.id, query)
    return sendExport(db, caller, {
      csv,
      name: 'discount-codes',
      message: 'Discount codes exported',
      filters: query,
    })
  })
  mount(app, staffDiscounts.listOfProduct, ({ params, query }) =>
    listCodesOfProduct(db, params.id, query),
  )
  mount(app, staffDiscounts.add, ({ body }, { user }) => addCodes(db, user, body))
  mount(app, staffDiscounts.remove, ({ body }, { user }) => removeCodes(db, user, body))
}
