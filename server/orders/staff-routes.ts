import type { FastifyInstance } from 'fastify'
import { staffOrders } from '#contract/staff-orders.ts'
import { mount } from '#server/kernel/mount.ts'
import { requireUser } from '#server/users/users.ts'
import { listStaffOrders } from './orders.ts'

export function staffOrderRoutes(app: FastifyInstance) {
  const { db } = app.shop
  mount(app, staffOrders.list, async ({ params, query }) => {
    await requireUser(db, params.uid, { deleted: true })
    return listStaffOrders(db, params.uid, query)
  })
}
