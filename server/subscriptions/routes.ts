import type { FastifyInstance } from 'fastify'
import { subscriptions } from '#contract/subscriptions.ts'
import { mount } from '#server/kernel/mount.ts'
import { listSubscriptions } from './subscriptions.ts'

export function subscriptionRoutes(app: FastifyInstance) {
  const { db } = app.shop
  mount(app, subscriptions.list, (_input, { user }) => listSubscriptions(db, user.id))
}
