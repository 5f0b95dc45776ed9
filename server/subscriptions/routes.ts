import type { FastifyInstance } from 'fastify'
import { subscriptions } from '#contract/subscriptions.ts'
import { mount } from '#server/kernel/mount.ts'
import { explainEnd } from './explain.ts'
import { listSubscriptions } from './subscriptions.ts'

export function subscriptionRoutes(app: FastifyInstance) {
  const { db } = app.shop
  mount(app, subscriptions.ledger, ({ params }, { user }) => explainEnd(db, user.id, params.id))
  mount(app, subscriptions.list, (_input, { user }) => listSubscriptions(db, user.id))
}
