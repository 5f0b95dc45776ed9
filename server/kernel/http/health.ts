import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { commonRefusals } from '#contract/wire/refusals.ts'
import type { Config } from '#server/kernel/config/config.ts'
import { isLoopback } from '#server/kernel/config/environment.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { cameThroughProxy } from '#server/kernel/network/addresses.ts'
import { closedBy } from './closed.ts'
import type { KernelShop } from './kernel-shop.ts'
import { type Metrics, measureRequests } from './metrics.ts'

/** How long the database may take to respond, in milliseconds. */
const readyWithin = 2000

export function health(app: FastifyInstance, metrics: Metrics) {
  measureRequests(app, metrics)
  app.get('/health/live', () => ({ status: 'ok' }))
  const answers = databaseCheck(app.shop.db)
  app.get('/health/ready', async (_request, reply) => {
    if (app.servers.isDraining()) return reply.code(503).send({ status: 'The process is stopping' })
    if (await answers()) return { status: 'ok', ...(notOpen(app.shop) && { shop: soon }) }
    return reply.code(503).send({ status: 'The database does not respond' })
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayMeasure(app.shop.config, request)) return reply.callNotFound()
    reply.type(metrics.registry.contentType)
    return metrics.registry.metrics()
  })
}

/** A shop that is not open yet is still ready: its operator sets it up at the same address. */
const soon = commonRefusals.not_open.sentence
const notOpen = (shop: KernelShop) => closedBy(shop) === 'not_open'

/** Concurrent calls share one query. */
function databaseCheck(db: Database): () => Promise<boolean> {
  let asked: Promise<boolean> | undefined
  return () => {
    asked ??= sql`select 1`
      .execute(db)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asked = undefined
      })
    return Promise.race([asked, delay(readyWithin, false, { ref: false })])
  }
}

/** Without a token, SITE_URL must be a loopback address: a proxy may look like this machine. */
function mayMeasure({ metricsToken, siteUrl }: Config, { headers, socket }: FastifyRequest) {
  if (metricsToken) return isEqual(headers.authorization ?? '', `Bearer ${metricsToken}`)
  const local = /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '')
  return isLoopback(siteUrl) && local && !cameThroughProxy(headers)
}

function isEqual(one: string, other: string) {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(a!, b!)
}
