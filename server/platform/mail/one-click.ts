import type { FastifyInstance } from 'fastify'
import { Refusal } from '#server/kernel/http/errors.ts'
import { stopNews } from './unsubscribe.ts'

/** RFC 8058: the mailbox provider posts a form, which is ignored: the URL has all information. */
export async function oneClickUnsubscribe(app: FastifyInstance) {
  const form = { parseAs: 'buffer', bodyLimit: 16 * 1024 } as const
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', form, (_request, _body, done) => done(null))

  app.post<{ Querystring: { token?: unknown } }>('/unsubscribe', async ({ query }, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store')
    try {
      await stopNews(app.shop.db, String(query.token ?? ''))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return reply.code(error.status).send(`${error.message}\n`)
    }
    return 'You will no longer receive these emails.\n'
  })
}
