import type { FastifyInstance } from 'fastify'
import { staffSubscriptions } from '#contract/staff-subscriptions.ts'
import type { Database } from '#server/kernel/database.ts'
import { mount } from '#server/kernel/mount.ts'
import { requireUser } from '#server/users/users.ts'
import { grantPlan, revokeProduct } from './grants.ts'
import { listSubscriptions } from './subscriptions.ts'

export function staffSubscriptionRoutes(app: FastifyInstance) {
  const { db } = app.shop

  mount(app, staffSubscriptions.list, ({ params, query }) =>
    pageSubscriptions(db, params.uid, query),
  )
  mount(app, staffSubscriptions.add, ({ params, body }, { user }) =>
    grantPlan(db, user, params.uid, {
      productId: body.game_id,
      plan: body.plan ?? `${body.term_length}d`,
    }),
  )
  mount(app, staffSubscriptions.remove, ({ params, body }, { user }) =>
    revokeProduct(db, user, params.uid, body.game_id),
  )
}

type Wanted = { page: number; limit: number }

/** The latest run of each product, of which there are never many. Throws 404. */
async function pageSubscriptions(db: Database, userId: number, { page, limit }: Wanted) {
  await requireUser(db, userId)
  const runs = await listSubscriptions(db, userId)
  const shown = runs.slice(page * limit, (page + 1) * limit)
  const subscriptions = shown.map((run) => ({
    id: run.id,
    uid: userId,
    game_id: run.game_id,
    product_name: run.product_name,
    created_at: run.created_at,
    term_length: run.term_length,
    lifetime: run.lifetime,
    renewal: run.renewal,
  }))
  return { subscriptions, total: runs.length }
}
