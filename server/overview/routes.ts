import type { FastifyInstance } from 'fastify'
import { overview } from '#contract/overview.ts'
import { mount } from '#server/kernel/mount.ts'
import { readCharts } from './charts.ts'
import { readFigures } from './figures.ts'

export function overviewRoutes(app: FastifyInstance) {
  const { db } = app.shop
  mount(app, overview.figures, () => readFigures(db))
  mount(app, overview.charts, ({ query }) => readCharts(db, query.days))
}
