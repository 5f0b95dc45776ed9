import type { FastifyInstance } from 'fastify'
import { discounts } from '#contract/catalogue/discounts.ts'
import { orders } from '#contract/selling/orders.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { checkCode } from './check-code.ts'
import { getOrder, listOrders } from './orders.ts'

export function orderRoutes(app: FastifyInstance) {
  const { db } = app.shop
  mount(app, orders.list, (_input, { user }) => listOrders(db, user.id))
  mount(app, discounts.check, async ({ params, query }, { request }) => {
    const user = await app.callers.findUser(request)
    return checkCode(db, {
      code: params.code,
      productId: query.game_id,
      plan: query.plan ?? (query.term_length && `${query.term_length}m`),
      userId: user?.id ?? null,
    })
  })
  mount(app, orders.get, ({ params }, { user }) => getOrder(db, user.id, params.id))
}
