import type { RequestListener, Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { httpServer } from './http-server.ts'

declare module 'fastify' {
  interface FastifyInstance {
    servers: HttpServers
  }
}

export type HttpServers = ReturnType<typeof httpServers>

/** `localhost` may resolve to two addresses, each with its own server. */
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

/** Servers close first: a closing app rejects its pages' API calls, and waits for one server. */
export async function drain(app: FastifyInstance): Promise<void> {
  await app.servers.drain()
  await app.close()
}
