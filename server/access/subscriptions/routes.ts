import type { FastifyInstance } from 'fastify'
import { subscriptions } from '#contract/access/subscriptions.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { explainEnd } from './explain.ts'
import { pauseTime, resumeTime } from './pauses.ts'
import { listSubscriptions } from './subscriptions.ts'

export function subscriptionRoutes(app: FastifyInstance) {
  const { db } = app.shop
  mount(app, subscriptions.ledger, ({ params }, { user }) => explainEnd(db, user.id, params.id))
  mount(app, subscriptions.pause, ({ params, body }, { user }) =>
    pauseTime(db, { userId: user.id, productId: params.id, days: body.days }),
  )
  mount(app, subscriptions.resume, ({ params }, { user }) => resumeTime(db, user.id, params.id))
  mount(app, subscriptions.list, (_input, { user }) => listSubscriptions(db, user.id))
}
