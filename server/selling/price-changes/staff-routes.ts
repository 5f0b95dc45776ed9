import type { FastifyInstance } from 'fastify'
import { staffPriceChanges } from '#contract/selling/staff-price-changes.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { cancelPriceChange, previewCancel } from './cancel.ts'
import { listPriceChanges } from './list.ts'
import { movePrices, previewMove } from './move.ts'

export function staffPriceChangeRoutes(app: FastifyInstance) {
  const { db } = app.shop
  mount(app, staffPriceChanges.preview, ({ params }, { user }) => previewMove(db, user, params.id))
  mount(app, staffPriceChanges.list, ({ params, query }) => listPriceChanges(db, params.id, query))
  mount(app, staffPriceChanges.add, ({ params, body }, { user }) =>
    movePrices(db, user, params.id, body),
  )
  mount(app, staffPriceChanges.cancel, ({ params, body }, { user }) =>
    cancelPriceChange(db, user, params.id, body.reason),
  )
  mount(app, staffPriceChanges.previewCancel, ({ params }, { user }) =>
    previewCancel(db, user, params.id),
  )
}
