import { readdirSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Files are named by content. One route serves all, because hundreds of routes take megabytes. */
export async function assets(app: FastifyInstance, folder: string) {
  const names = new Set(readdirSync(folder))
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    maxAge: '1y',
    immutable: true,
  })
  app.get<{ Params: { '*': string } }>('/assets/*', ({ params }, reply) => {
    const name = params['*']
    // A file of a former build must not get the not-found page as a script.
    return names.has(name) ? reply.sendFile(name) : reply.callNotFound()
  })
}
