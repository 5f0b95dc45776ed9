import type { FastifyInstance } from 'fastify'
import { makeAnswer, sendAnswer } from '#server/kernel/answers.ts'
import type { Topic } from '#server/kernel/changes.ts'
import { robots } from './robots.ts'
import { rss } from './rss.ts'
import { sitemap } from './sitemap.ts'

/** What search engines and feed readers ask for. */
export function siteRoutes(app: FastifyInstance) {
  const { answers, config, db } = app.shop

  function serve(url: string, type: string, topics: Topic[], make: () => Promise<string> | string) {
    app.get(url, async (request, reply) => {
      const answer = await answers.findOrMake(url, topics, async () =>
        makeAnswer(await make(), { 'content-type': type, 'cache-control': 'no-cache' }, reply),
      )
      return sendAnswer(request, reply, answer)
    })
  }

  serve('/robots.txt', 'text/plain; charset=utf-8', [], () => robots(config.siteUrl))
  serve('/sitemap.xml', 'application/xml; charset=utf-8', ['catalogue', 'blog'], () =>
    sitemap(db, config.siteUrl),
  )
  serve('/blog/rss.xml', 'application/rss+xml; charset=utf-8', ['blog'], () => rss(db, config))
}
