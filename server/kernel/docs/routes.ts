import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { describeApi } from './openapi.ts'
import { documentPage, style } from './page.ts'

/** `/openapi.json` and a readable page of it at `/docs`, from the declarations that are mounted. */
export function apiDocument(app: FastifyInstance) {
  const hash = createHash('sha256').update(style).digest('base64')
  app.get('/openapi.json', () => describeApi(app.endpoints, app.shop.config))
  app.get('/docs', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`,
      )
      .send(documentPage(describeApi(app.endpoints, app.shop.config))),
  )
}
