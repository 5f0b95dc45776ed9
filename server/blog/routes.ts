import type { FastifyInstance } from 'fastify'
import { blog } from '#contract/blog.ts'
import { mount } from '#server/kernel/mount.ts'
import { listPosts, readLatestPost, readPost } from './blog.ts'
import { watchSchedule } from './schedule.ts'

export function blogRoutes(app: FastifyInstance) {
  const { db, changes } = app.shop
  mount(app, blog.list, () => listPosts(db))
  mount(app, blog.latest, () => readLatestPost(db))
  mount(app, blog.get, ({ params }) => readPost(db, params.id))

  const stop = watchSchedule(db, changes)
  app.addHook('onClose', async () => stop())
}
