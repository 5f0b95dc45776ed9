import { create } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { staffOrders } from '#contract/staff-orders.ts'
import { clock } from '#server/kernel/clock.ts'
import { answered, mount } from '#server/kernel/mount.ts'
import { writeLog } from '#server/logs/log.ts'
import { staffEntry } from '#server/logs/staff.ts'
import { requireUser } from '#server/users/users.ts'
import { listStaffOrders } from './orders.ts'
import { exportOrders, searchOrders } from './staff-list.ts'
import { getStaffOrder } from './staff-order.ts'

export function staffOrderRoutes(app: FastifyInstance) {
  const { db } = app.shop
  mount(app, staffOrders.search, ({ query }) => searchOrders(db, query))
  mount(app, staffOrders.export, async ({ query }, { user, reply }) => {
    const csv = await exportOrders(db, user.id, query)
    const given = Object.entries(query).filter(([, value]) => value !== undefined)
    const about = { filters: Object.fromEntries(given) }
    const entry = staffEntry(user, { message: 'Orders exported', about })
    await writeLog(db, entry).catch((error) => {
      csv.destroy()
      throw error
    })
    const day = clock.date().toISOString().slice(0, 10)
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', create(`orders-${day}.csv`))
      .header('cache-control', 'no-store')
      .send(csv)
    return answered
  })
  mount(app, staffOrders.get, ({ params }) => getStaffOrder(db, params.id))
  mount(app, staffOrders.list, async ({ params, query }) => {
    await requireUser(db, params.uid, { deleted: true })
    return listStaffOrders(db, params.uid, query)
  })
}
