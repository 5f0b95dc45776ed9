import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof collectMetrics>

export function collectMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  return {
    registry,
    observe(method: string, route: string, status: number, milliseconds: number) {
      duration.observe({ method, route, status }, milliseconds / 1000)
    },
  }
}

export function measureRequests(app: FastifyInstance, metrics: Metrics) {
  app.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
    metrics.observe(method, routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime)
    done()
  })
}
