import { readdirSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/**
 * Serves what the build has made, named by its content and packed beforehand, under `/assets`. The
 * names are known, so a request reads no folder; and one route serves them all, because hundreds of
 * routes take some megabytes.
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
    // What a former build named is gone: say so rather than render the not-found page as a script.
    return names.has(name) ? reply.sendFile(name) : reply.callNotFound()
  })
}
