import type { FastifyInstance } from 'fastify'
import { staffRevocations } from '#contract/licensing/staff-revocations.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { listRevocations } from './list.ts'
import { previewRevocation, revokeBuilds } from './revoke.ts'
import { previewUndo, undoRevocation } from './undo.ts'

export function staffRevocationRoutes(app: FastifyInstance) {
  const { db } = app.shop
  mount(app, staffRevocations.list, ({ query }) => listRevocations(db, query))
  mount(app, staffRevocations.effects, ({ query }, { user }) => previewRevocation(db, user, query))
  mount(app, staffRevocations.add, ({ body }, { user }) => revokeBuilds(db, user, body))
  mount(app, staffRevocations.undoEffects, ({ params }, { user }) =>
    previewUndo(db, user, params.id),
  )
  mount(app, staffRevocations.undo, ({ params }, { user }) => undoRevocation(db, user, params.id))
}
