import type { FastifyInstance } from 'fastify'
import { makeAnswer, sendAnswer } from '#server/kernel/answers.ts'
import type { Topic } from '#server/kernel/changes.ts'
import { robots } from './robots.ts'
import { rss } from './rss.ts'
import { paintShareCard } from './share/card.ts'
import { cardOf } from './share/subjects.ts'
import { sitemap } from './sitemap.ts'

/** What search engines, feed readers and those who show a shared link ask for. */
export function siteRoutes(app: FastifyInstance) {
  const { answers, config, db } = app.shop

  app.get<{ Params: { name: string } }>('/share/:name.png', async (request, reply) => {
    const { name } = request.params
    const topics: Topic[] = [name.startsWith('post') ? 'blog' : 'catalogue']
    const answer = await answers.findOrMake(`share ${name}`, topics, async () =>
      makeAnswer(await paintShareCard(await cardOf(app.shop, name)), {
        'content-type': 'image/png',
        'cache-control': 'public, max-age=3600',
        'cross-origin-resource-policy': 'cross-origin',
      }),
    )
    return sendAnswer(request, reply, answer)
  })

  function serve(url: string, type: string, topics: Topic[], make: () => Promise<string> | string) {
    app.get(url, async (request, reply) => {
      const answer = await answers.findOrMake(`site ${url}`, topics, async () =>
        makeAnswer(await make(), { 'content-type': type, 'cache-control': 'no-cache' }),
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
