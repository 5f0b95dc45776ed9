import type { FastifyInstance } from 'fastify'
import { orders } from '#contract/orders.ts'
import { mount } from '#server/kernel/mount.ts'
import { listOrders, readOrder } from './orders.ts'

export function orderRoutes(app: FastifyInstance) {
  const { db } = app.shop
  mount(app, orders.list, (_input, { user }) => listOrders(db, user.id))
  mount(app, orders.get, ({ params }, { user }) => readOrder(db, user.id, params.id))
}
