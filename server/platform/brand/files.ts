import type { FastifyInstance } from 'fastify'
import { logoKey } from './logo-files.ts'
import { ownMark } from './mark.ts'

const logoName = /^[0-9a-f]{32}(\.svg|\.png|-(32|180|512|wide)\.png)$/
const markName = /^mark-([0-9a-f]{6})-([0-9a-f]{6})\.svg$/

/** Keeps an SVG that is opened as a page from running scripts or loading anything. */
const drawsOnly = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"

/** The logo and its renderings at `/brand/{hash}…`, named by content, and the built-in mark. */
export function brandFiles(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>('/brand/:file', async ({ params, headers }, reply) => {
    const { file } = params
    const etag = `"${file}"`
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', drawsOnly)
      // Webmail shows mails on other sites.
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('etag', etag)
      .type(file.endsWith('.svg') ? 'image/svg+xml' : 'image/png')
    const [, signal, ink] = markName.exec(file) ?? []
    if (signal) {
      if (headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.send(ownMark(`#${signal}`, `#${ink}`))
    }
    const found = logoName.test(file) && (await app.shop.storage.get(logoKey(file)))
    if (!found) {
      for (const name of ['cache-control', 'content-security-policy', 'etag', 'content-type']) {
        reply.removeHeader(name)
      }
      return reply.callNotFound()
    }
    if (headers['if-none-match'] === etag) {
      found.stream.destroy()
      return reply.code(304).send()
    }
    return reply.header('content-length', found.size).send(found.stream)
  })
}
