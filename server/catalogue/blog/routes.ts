import type { FastifyInstance } from 'fastify'
import { blog } from '#contract/catalogue/blog.ts'
import { staffBlog } from '#contract/catalogue/staff-blog.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { storeUpload } from '#server/platform/media/uploaded-image.ts'
import { getLatestPost, getPost, listPosts } from './blog.ts'
import { getDraft, listDrafts } from './drafts.ts'
import { addPost, changePost, removePost } from './edit.ts'
import { watchSchedule } from './schedule.ts'

export function blogRoutes(app: FastifyInstance) {
  const { db, changes, storage } = app.shop
  mount(app, blog.list, () => listPosts(db))
  mount(app, blog.latest, () => getLatestPost(db))
  mount(app, blog.get, ({ params }) => getPost(db, params.id))

  const keep = async (image: string | undefined) =>
    image === undefined ? undefined : storeUpload(db, storage, image)
  mount(app, staffBlog.list, ({ query }) => listDrafts(db, query))
  mount(app, staffBlog.get, ({ params }) => getDraft(db, params.id))
  mount(app, staffBlog.add, async ({ body: { image, ...fields } }, { user }) =>
    addPost(db, user, fields, await keep(image)),
  )
  mount(app, staffBlog.change, async ({ params, body: { image, ...fields } }, { user }) =>
    changePost(db, user, params.id, fields, await keep(image)),
  )
  mount(app, staffBlog.remove, async ({ params }, { user }) => {
    await removePost(db, user, params.id)
  })

  const stop = watchSchedule(db, changes)
  app.addHook('onClose', async () => stop())
}
