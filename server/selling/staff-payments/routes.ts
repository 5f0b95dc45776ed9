import type { FastifyInstance } from 'fastify'
import { staffPayments } from '#contract/selling/staff-payments.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { getStaffOrder } from '#server/selling/orders/staff-order.ts'
import { askProvider } from './ask-provider.ts'

export function staffPaymentRoutes(app: FastifyInstance) {
  const { shop } = app
  mount(app, staffPayments.ask, async ({ params }, { user }) => {
    await getStaffOrder(shop.db, params.id)
    await askProvider(shop, user, params.id)
    return getStaffOrder(shop.db, params.id)
  })
}
