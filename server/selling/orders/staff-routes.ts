import type { FastifyInstance } from 'fastify'
import { staffOrders } from '#contract/selling/staff-orders.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { sendExport } from '#server/platform/logs/send-export.ts'
import { requireUser } from '#server/platform/users/users.ts'
import { markReviewed } from './order-review.ts'
import { listStaffOrders } from './orders.ts'
import { countToLookAt, exportOrders, searchOrders } from './staff-list.ts'
import { getStaffOrder } from './staff-order.ts'

export function staffOrderRoutes(app: FastifyInstance) {
  const { db, replica } = app.shop
  mount(app, staffOrders.search, ({ query }) => replica.read((db) => searchOrders(db, query)))
  mount(app, staffOrders.waiting, () => countToLookAt(db))
  mount(app, staffOrders.export, async ({ query }, caller) => {
    const csv = await exportOrders(db, caller.user.id, query)
    return sendExport(db, caller, {
      csv,
      name: 'orders',
      message: 'Orders exported',
      filters: query,
    })
  })
  mount(app, staffOrders.get, ({ params }) => getStaffOrder(db, params.id))
  mount(app, staffOrders.reviewed, async ({ params, body }, { user }) => {
    await markReviewed(db, user, params.id, body.seen)
    return getStaffOrder(db, params.id)
  })
  mount(app, staffOrders.list, async ({ params, query }) => {
    await requireUser(db, params.uid, { deleted: true })
    return listStaffOrders(db, params.uid, query)
  })
}
