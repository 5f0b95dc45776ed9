import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { commonRefusals } from '#contract/wire/refusals.ts'
import { prepareResponse, sendCached } from '#server/kernel/cache/cached-response.ts'
import type { Topic } from '#server/kernel/cache/changes.ts'
import { closedBy } from '#server/kernel/http/closed.ts'
import { isRefusal } from '#server/kernel/http/errors.ts'
import { tabIcon } from '#server/platform/brand/tab-icon.ts'
import { blogRss } from './blog-rss.ts'
import { changelogRss } from './changelog-rss.ts'
import { robots } from './robots.ts'
import { cardOf } from './share/subjects.ts'
import { sitemap } from './sitemap.ts'
import { statusRss } from './status-rss.ts'

const rssType = 'application/rss+xml; charset=utf-8'

export function siteRoutes(app: FastifyInstance) {
  const { cache, config, db } = app.shop

  /** Share pictures are painted one at a time, because each occupies a core for a moment. */
  let painting: Promise<unknown> = Promise.resolve()

  const whenOpen = { onRequest: refuseBeforeOpening }
  app.get<{ Params: { name: string } }>('/share/:name.png', whenOpen, async (request, reply) => {
    const { name } = request.params
    const topics: Topic[] = [name.startsWith('post') ? 'blog' : 'catalogue']
    const key = `/share/${name}.png`
    if (!cache.find(key)) await app.limits.render(request, reply)
    const kept = await cache.findOrMake(key, async () => {
      const card = await cardOf(app.shop, name)
      // Painting and typesetting take 25 megabytes, and many servers never need them.
      const { paintShareCard } = await import('./share/card.ts')
      const paint = () => paintShareCard(card)
      const picture = painting.then(paint, paint)
      painting = picture
      const response = await prepareResponse(reply, await picture, {
        'content-type': 'image/png',
        'cache-control': 'public, max-age=3600',
        'cross-origin-resource-policy': 'cross-origin',
      })
      return { topics, response }
    })
    return sendCached(reply, kept)
  })

  function serve(
    url: string,
    type: string,
    topics: Topic[],
    make: () => Promise<string> | string,
    when: { onRequest?: typeof refuseBeforeOpening } = {},
  ) {
    app.get(url, when, async (_request, reply) => {
      const headers = { 'content-type': type, 'cache-control': 'no-cache' }
      const kept = await cache.findOrMake(url, async () => ({
        topics,
        response: await prepareResponse(reply, await make(), headers),
      }))
      return sendCached(reply, kept)
    })
  }

  // Requested by clients that do not read the page that names the icon.
  app.get('/favicon.ico', async (_request, reply) => {
    const kept = await cache.findOrMake('/favicon.ico', async () => {
      const { type, bytes } = await tabIcon(app.shop)
      const headers = { 'content-type': type, 'cache-control': 'no-cache' }
      return { topics: [], response: await prepareResponse(reply, bytes, headers) }
    })
    return sendCached(reply, kept)
  })
  serve('/robots.txt', 'text/plain; charset=utf-8', [], () => robots(config.siteUrl))
  const list = () => sitemap(db, config.siteUrl)
  serve('/sitemap.xml', 'application/xml; charset=utf-8', ['catalogue', 'blog'], list, whenOpen)
  const news = () => statusRss(db, config)
  serve('/status/rss.xml', rssType, ['status'], news, whenOpen)
  const feed = () => blogRss(db, config)
  serve('/blog/rss.xml', rssType, ['blog'], feed, whenOpen)

  const changelog = '/product/:id/changelog/rss.xml'
  app.get<{ Params: { id: string } }>(changelog, whenOpen, async (request, reply) => {
    const id = Number(/^[1-9]\d{0,9}$/.exec(request.params.id)?.[0])
    if (!id) return reply.callNotFound()
    try {
      const kept = await cache.findOrMake(`/product/${id}/changelog/rss.xml`, async () => {
        const headers = { 'content-type': rssType, 'cache-control': 'no-cache' }
        const text = await changelogRss(db, config, id)
        return { topics: ['catalogue'], response: await prepareResponse(reply, text, headers) }
      })
      return sendCached(reply, kept)
    } catch (error) {
      if (!isRefusal(error, productRefusals.unknown_product)) throw error
      return reply.callNotFound()
    }
  })

  /** These files name the products that the shop will sell. */
  async function refuseBeforeOpening(_request: FastifyRequest, reply: FastifyReply) {
    if (closedBy(app.shop) !== 'not_open') return
    return reply
      .code(503)
      .header('cache-control', 'no-store')
      .type('text/plain')
      .send(commonRefusals.not_open.sentence)
  }
}
