import type { FastifyInstance } from 'fastify'
import { type NewGift, staffSubscriptions } from '#contract/access/staff-subscriptions.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { requireUser } from '#server/platform/users/users.ts'
import { type Giver, giveTime, previewGift } from './gifts.ts'
import { listGivable } from './givable.ts'
import { endPause } from './pauses.ts'
import { revokeProduct } from './revoke.ts'
import { listSubscriptions } from './subscriptions.ts'
import { planToSeconds } from './time.ts'
import { listGifts, previewUndo, undoGift } from './undo-gift.ts'

export function staffSubscriptionRoutes(app: FastifyInstance) {
  const { db } = app.shop

  mount(app, staffSubscriptions.list, ({ params, query }, { user }) =>
    pageSubscriptions(db, user, params.uid, query),
  )
  mount(app, staffSubscriptions.products, () => listGivable(db))
  mount(app, staffSubscriptions.give, ({ params, body }, { user }) => {
    const { id, reason, note } = body
    return giveTime(db, user, params.uid, { ...timeOf(body), id, reason, note })
  })
  mount(app, staffSubscriptions.preview, ({ params, body }, { user }) =>
    previewGift(db, user, params.uid, timeOf(body)),
  )
  mount(app, staffSubscriptions.previewUndo, ({ params }, { user }) =>
    previewUndo(db, user, params.uid, params.gift),
  )
  mount(app, staffSubscriptions.undo, ({ params, body }, { user }) =>
    undoGift(db, user, params.uid, { id: params.gift, ...body }),
  )
  mount(app, staffSubscriptions.resume, ({ params, body }, { user }) =>
    endPause(db, user, { userId: params.uid, productId: body.game_id, reason: body.reason }),
  )
  mount(app, staffSubscriptions.remove, ({ params, body }, { user }) =>
    revokeProduct(db, user, params.uid, body.game_id),
  )
}

const timeOf = ({ game_id, hours, plan, term_length }: NewGift) => ({
  productId: game_id,
  seconds: hours !== undefined ? hours * 3600 : planToSeconds(plan ?? `${term_length}d`),
})

type Wanted = { page: number; limit: number }

/** Returns the latest run of each product. There are never many. Throws 404. */
async function pageSubscriptions(
  db: Database,
  staff: Giver,
  userId: number,
  { page, limit }: Wanted,
) {
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
    stands_still_since: run.stands_still_since,
    held: run.held,
    paused: run.paused,
    renewal: run.renewal,
  }))
  return { subscriptions, total: runs.length, gifts: await listGifts(db, staff, userId) }
}
