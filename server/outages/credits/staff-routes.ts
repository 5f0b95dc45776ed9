import type { FastifyInstance } from 'fastify'
import { credits } from '#contract/outages/credits.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { sendExport } from '#server/platform/logs/send-export.ts'
import { getBatch, listBatches } from './batches.ts'
import { addBatch, askPreview, beginUndo, confirmBatch, dropBatch } from './decide.ts'
import { exportBatch } from './export.ts'
import { listPolicies, setPolicy } from './policies.ts'

export function creditRoutes(app: FastifyInstance) {
  const { db } = app.shop
  mount(app, credits.list, ({ query }) => listBatches(db, query))
  mount(app, credits.products, () => listProducts(db))
  mount(app, credits.get, ({ params }) => getBatch(db, params.id))
  mount(app, credits.export, async ({ params }, caller) => {
    const csv = await exportBatch(db, caller.user.id, params.id)
    return sendExport(db, caller, {
      csv,
      name: `credits-${params.id}`,
      message: 'Credits exported',
      filters: { batch: params.id },
    })
  })
  mount(app, credits.add, async ({ body }, { user }) =>
    getBatch(db, await addBatch(db, user, body)),
  )
  mount(app, credits.preview, async ({ params }) => {
    await askPreview(db, params.id)
    return getBatch(db, params.id)
  })
  mount(app, credits.confirm, async ({ params, body }, { user }) => {
    await confirmBatch(db, user, params.id, body)
    return getBatch(db, params.id)
  })
  mount(app, credits.drop, async ({ params }, { user }) => {
    await dropBatch(db, user, params.id)
    return getBatch(db, params.id)
  })
  mount(app, credits.undo, async ({ params }, { user }) => {
    await beginUndo(db, user, params.id)
    return getBatch(db, params.id)
  })
  mount(app, credits.policies, ({ query }) => listPolicies(db, query))
  mount(app, credits.setPolicy, ({ params, body }, { user }) =>
    setPolicy(db, user, params.id, body),
  )
}

function listProducts(db: Database) {
  return db
    .selectFrom('products')
    .select(['id', 'name'])
    .orderBy('position')
    .orderBy('id')
    .limit(500)
    .execute()
}
