import type { FastifyInstance } from 'fastify'
import { games } from '#contract/games.ts'
import { mount } from '#server/kernel/mount.ts'
import { listGames, readGame } from './games.ts'

export function gameRoutes(app: FastifyInstance) {
  const { db } = app.shop
  mount(app, games.list, () => listGames(db))
  mount(app, games.get, ({ params }) => readGame(db, params.id))
}
