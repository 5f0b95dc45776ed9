import { readdirSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/**
 * Serves the files of the build under `/assets`. They are named by content and compressed in
 * advance. The names are known, so a request reads no directory. One route serves all files,
 * because hundreds of routes take some megabytes.
 */
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
