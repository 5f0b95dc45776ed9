import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import { handleErrors } from '#server/kernel/http/error-handler.ts'
import { runNothing } from '#server/kernel/http/security.ts'
import { apiDocument } from './docs/routes.ts'

/** Only the site's own pages may call an API on another host. */
function crossOrigin(siteUrl: string) {
  return {
    origin: new URL(siteUrl).origin,
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: [
      'content-disposition',
      'retry-after',
      // Headers of resumable uploads.
      'location',
      'upload-offset',
      'upload-length',
    ],
  }
}

export async function api(app: FastifyInstance) {
  const { shop } = app
  const { config } = shop
  if (config.apiUrl) await app.register(cors, crossOrigin(config.siteUrl))
  handleErrors(app)
  // Without these routes, the pages would answer requests for unknown API paths.
  for (const url of ['/', '/*']) app.get(url, (_request, reply) => reply.callNotFound())
  runNothing(app)
  for (const { routes = [] } of shop.domains) for (const mountAll of routes) await mountAll(app)
  apiDocument(app)
}
