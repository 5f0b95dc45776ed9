import type { FastifyInstance } from 'fastify'
import { overview } from '#contract/shop/overview.ts'
import { waiting } from '#contract/shop/waiting.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { getCharts } from './charts.ts'
import { getFigures } from './figures.ts'
import { countWaiting } from './waiting.ts'

export function overviewRoutes(app: FastifyInstance) {
  const { db } = app.shop
  mount(app, overview.figures, () => getFigures(db))
  mount(app, waiting.count, (_, { user }) => countWaiting(db, user))
  mount(app, overview.charts, ({ query }) => getCharts(db, query.days))
}
