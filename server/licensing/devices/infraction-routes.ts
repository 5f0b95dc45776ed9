import type { FastifyInstance } from 'fastify'
import { infractions } from '#contract/licensing/infractions.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { listInfractions, noteInfraction, resetInfractions } from './infractions.ts'

export function infractionRoutes(app: FastifyInstance) {
  const { db } = app.shop
  mount(app, infractions.list, ({ params, query }) => listInfractions(db, params.uid, query))
  mount(app, infractions.reset, ({ params }, { user }) => resetInfractions(db, user, params.uid))
  mount(app, infractions.add, ({ params, body }, { user }) =>
    noteInfraction(db, user, { userId: params.uid, ...body }),
  )
}
