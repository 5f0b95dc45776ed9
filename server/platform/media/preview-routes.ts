import type { FastifyInstance } from 'fastify'
import { media } from '#contract/platform/media.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { addHeadingIds } from './heading-ids.ts'
import { pictureOf } from './images.ts'
import { renderWritten } from './markdown.ts'
import { storeUpload } from './uploaded-image.ts'

export function previewRoutes(app: FastifyInstance) {
  const { db, storage } = app.shop

  mount(app, media.preview, ({ body }) => ({
    html: addHeadingIds(renderWritten(body.markdown, 'markdown')),
  }))

  mount(app, media.addImage, async ({ body }) => {
    const id = await storeUpload(db, storage, body.image)
    const image = await db
      .selectFrom('images')
      .select(['hash', 'width', 'height', 'color', 'widths'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return pictureOf(image)
  })
}
