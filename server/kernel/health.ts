import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** Liveness, readiness and Prometheus metrics, for whatever watches over the process. */
export function health(app: FastifyInstance) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    duration.observe(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
      },
      reply.elapsedTime / 1000,
    )
    done()
  })

  app.get('/health/live', () => ({ status: 'ok' }))
  app.get('/health/ready', async (_request, reply) => {
    try {
      await sql`select 1`.execute(app.shop.db)
      return { status: 'ok' }
    } catch {
      return reply.code(503).send({ status: 'The database does not answer' })
    }
  })
  app.get('/metrics', async (request, reply) => {
    // For the operator's own network: whoever comes through the public proxy finds nothing.
    if (request.headers['x-forwarded-for']) return reply.callNotFound()
    reply.type(registry.contentType)
    return registry.metrics()
  })
}
