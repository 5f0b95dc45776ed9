import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { prepareResponse, sendCached } from '#server/kernel/cache/cached-response.ts'
import { describeApi } from './openapi.ts'
import { documentPage, styleOf } from './page.ts'

/** Serves `/openapi.json` and a readable page of it at `/docs`, from the mounted declarations. */
export function apiDocument(app: FastifyInstance) {
  const document = () => describeApi(app.endpoints, app.shop.config)

  serve('/openapi.json', () => ({
    body: JSON.stringify(document()),
    headers: { 'content-type': 'application/json; charset=utf-8' },
  }))
  serve('/docs', () => {
    const style = styleOf(app.shop.config.look)
    const hash = createHash('sha256').update(style).digest('base64')
    return {
      body: documentPage(document(), style),
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`,
      },
    }
  })

  function serve(path: string, make: () => { body: string; headers: Record<string, string> }) {
    const response = (reply: FastifyReply) => {
      const { body, headers } = make()
      return prepareResponse(reply, body, { ...headers, 'cache-control': 'no-cache' })
    }
    app.get(path, async (_request, reply) =>
      sendCached(
        reply,
        await app.shop.cache.findOrMake(app.prefix + path, async () => ({
          topics: [],
          response: await response(reply),
        })),
      ),
    )
  }
}
