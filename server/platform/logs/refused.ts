import type { FastifyInstance, FastifyRequest } from 'fastify'
import { maskedNetwork, visitorOf } from '#server/kernel/network/addresses.ts'
import { type LogEntry, writeLog } from './log.ts'

/** The refusals that are logged, by code. Most refusals are small user mistakes. */
const messages: Record<string, string> = {
  forbidden: 'Requests refused for lack of permission',
  other_site: 'Requests from another site refused',
  invalid_api_key: 'Requests with an invalid API key refused',
  rate_limited: 'Requests refused by rate limits',
}

const interval = 10 * 60_000
/** An attacker can appear as many visitors. Those beyond this number are counted together. */
const most = 50

/** `call` is the first one, as its endpoint is declared: a path may contain a token or a name. */
type Tally = { times: number; call: string; from: string; userId: number | undefined }

/** Logs one entry per visitor and kind every ten minutes, so that a flood cannot fill the log. */
export function logRefused(app: FastifyInstance) {
  const tallies = new Map<string, Tally>()

  app.addHook('onResponse', async (request) => {
    const code = request.refusedWith
    if (code && code in messages) count(tallies, code, request)
  })

  async function write() {
    const counted = [...tallies]
    tallies.clear()
    try {
      for (const [key, tally] of counted) await writeLog(app.shop.db, entryOf(key, tally))
    } catch (error) {
      app.log.warn({ err: error }, 'Refused requests could not be logged')
    }
  }
  const timer = setInterval(() => void write(), interval)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await write()
  })
}

function count(tallies: Map<string, Tally>, code: string, request: FastifyRequest) {
  const { endpoint } = request.routeOptions.config
  const visitor = visitorOf(request)
  const userId = request.user?.id
  const own = `${code} ${userId ?? ''} ${visitor}`
  const isNew = !tallies.has(own)
  const key = isNew && tallies.size >= most ? `${code} others` : own
  const tally = tallies.get(key)
  if (tally) {
    tally.times += 1
    return
  }
  const others = key !== own
  tallies.set(key, {
    times: 1,
    call: endpoint ? `${endpoint.method} ${endpoint.path}` : 'a page',
    from: others ? 'others' : maskedNetwork(visitor),
    userId: others ? undefined : userId,
  })
}

function entryOf(key: string, { userId, ...details }: Tally): LogEntry {
  return {
    source: 'access',
    level: 'warning',
    message: messages[key.split(' ')[0]!]!,
    details,
    ...(userId !== undefined && { userId }),
  }
}
