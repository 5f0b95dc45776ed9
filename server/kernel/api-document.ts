import type { FastifyInstance } from 'fastify'
import { describeApi } from './openapi.ts'

/** `/openapi.json` and a readable page of it at `/docs`, from the declarations that are mounted. */
export function apiDocument(app: FastifyInstance) {
  app.get('/openapi.json', () => describeApi(app.endpoints, app.shop.config))
}
