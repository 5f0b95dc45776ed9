import type { FastifyInstance } from 'fastify'
import { pairings } from '#contract/licensing/pairings.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { answerPairing, getPairing } from './pairings.ts'

export function pairingRoutes(app: FastifyInstance) {
  const { db } = app.shop
  mount(app, pairings.get, ({ params }, { user }) => getPairing(db, user.id, params.code))
  mount(app, pairings.answer, ({ params, body }, { user }) =>
    answerPairing(db, user.id, params.code, body.approve),
  )
}
