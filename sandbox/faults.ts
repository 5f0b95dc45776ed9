import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Provider, Switches } from './switches.ts'

/**
 * Makes a provider's API slow, time out or fail according to its switches. `failure` is the body of
 * its 500 response.
 */
export function injectFaults(
  app: FastifyInstance,
  switches: Switches,
  provider: Provider | 'discord',
  failure: object,
): void {
  app.addHook('onRequest', async (_request, reply) => {
    const { api } = switches[provider]
    const { delayMs } = provider === 'discord' ? { delayMs: 0 } : switches[provider]
    if (delayMs > 0) await delay(delayMs)
    if (api === 'timeout') return reply.hijack()
    if (api === 'error') return reply.code(500).send(failure)
  })
  app.addHook('onSend', async (request, _reply, payload) => {
    if (switches[provider].api !== 'timeout_after') return payload
    const { socket } = request.raw
    await new Promise((resolve) => (socket.destroyed ? resolve(null) : socket.on('close', resolve)))
    return payload
  })
}
