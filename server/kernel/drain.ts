import type { RequestListener, Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { httpServer } from './http-server.ts'

declare module 'fastify' {
  interface FastifyInstance {
    servers: HttpServers
  }
}

export type HttpServers = ReturnType<typeof httpServers>

/** The servers of an app: `localhost` may be two addresses, and each has a server of its own. */
export function httpServers(warn?: (sentence: string) => void) {
  const servers: Server[] = []
  let draining = false
  return {
    open(handler: RequestListener): Server {
      const server = httpServer(handler, warn)
      servers.push(server)
      return server
    },
    isDraining: () => draining,
    async drain() {
      draining = true
      await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
    },
  }
}

/**
 * Stops serving. The app is closed after its servers: once it closes, it refuses the calls that
 * pages make of the API, and it waits for one of its servers only.
 */
export async function drain(app: FastifyInstance): Promise<void> {
  await app.servers.drain()
  await app.close()
}
