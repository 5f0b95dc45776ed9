import type { FastifyInstance } from 'fastify'
import { type ImageType, imageTypes } from './image-types.ts'
import { imageKey } from './images.ts'

const filePattern = /^[0-9a-f]{32}-\d{1,4}\.(avif|webp)$/

/** `/images/{hash}-{width}.{type}`: named by content, so browsers may cache the files forever. */
export function imageRoutes(app: FastifyInstance): void {
  const { storage } = app.shop
  app.get<{ Params: { file: string } }>('/images/:file', async (request, reply) => {
    const { params, headers } = request
    const type = filePattern.exec(params.file)?.[1] as ImageType | undefined
    const etag = `"${params.file}"`
    if (!type) return reply.callNotFound()
    const key = imageKey(params.file)
    const known = headers['if-none-match'] === etag
    const image = known ? await storage.stat(key) : await storage.get(key)
    if (!image) {
      // A search in the bucket costs time and money.
      await app.limits.render(request, reply)
      return reply.callNotFound()
    }
    reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', etag)
    if (!('stream' in image)) return reply.code(304).send()
    return reply.type(imageTypes[type]).header('content-length', image.size).send(image.stream)
  })
}
