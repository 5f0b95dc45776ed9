import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { prepareResponse, sendCached } from '#server/kernel/cached-response.ts'
import type { Topic } from '#server/kernel/changes.ts'
import { robots } from './robots.ts'
import { rss } from './rss.ts'
import { cardOf } from './share/subjects.ts'
import { sitemap } from './sitemap.ts'

const icon = new URL('../../web/shell/logo.svg', import.meta.url)

/** What search engines, feed readers and those who show a shared link ask for. */
export function siteRoutes(app: FastifyInstance) {
  const { cache, config, db } = app.shop

  app.get<{ Params: { name: string } }>('/share/:name.png', async (request, reply) => {
    const { name } = request.params
    const topics: Topic[] = [name.startsWith('post') ? 'blog' : 'catalogue']
    const kept = await cache.findOrMake(`/share/${name}.png`, async () => {
      const card = await cardOf(app.shop, name)
      // What paints and sets type takes twenty-five megabytes, and many a server never needs it.
      const { paintShareCard } = await import('./share/card.ts')
      const response = await prepareResponse(reply, await paintShareCard(card), {
        'content-type': 'image/png',
        'cache-control': 'public, max-age=3600',
        'cross-origin-resource-policy': 'cross-origin',
      })
      return { topics, response }
    })
    return sendCached(reply, kept)
  })

  function serve(url: string, type: string, topics: Topic[], make: () => Promise<string> | string) {
    app.get(url, async (_request, reply) => {
      const headers = { 'content-type': type, 'cache-control': 'no-cache' }
      const kept = await cache.findOrMake(url, async () => ({
        topics,
        response: await prepareResponse(reply, await make(), headers),
      }))
      return sendCached(reply, kept)
    })
  }

  // Asked for by what does not read the page that names the icon.
  serve('/favicon.ico', 'image/svg+xml', [], () => readFile(icon, 'utf8'))
  serve('/robots.txt', 'text/plain; charset=utf-8', [], () => robots(config.siteUrl))
  serve('/sitemap.xml', 'application/xml; charset=utf-8', ['catalogue', 'blog'], () =>
    sitemap(db, config.siteUrl),
  )
  serve('/blog/rss.xml', 'application/rss+xml; charset=utf-8', ['blog'], () => rss(db, config))
}
