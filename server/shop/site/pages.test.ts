import { existsSync } from 'node:fs'
import path from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brand } from '#contract/platform/brand.ts'
import { settings } from '#contract/platform/settings.ts'
import { staffTexts } from '#contract/platform/staff-texts.ts'
import { type Currency, setCurrency, shopCurrency } from '#contract/wire/currency.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { furnish } from '#demo/seed/demo.ts'
import { buildApp } from '#server/app.ts'
import { transaction } from '#server/kernel/database/database.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { dataUrl, newPicture } from '#server/kernel/testing/picture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { faq } from '#server/platform/texts/defaults/faq.ts'
import { footer } from '#server/platform/texts/defaults/footer.ts'
import { landing } from '#server/platform/texts/defaults/landing.ts'
import { promotion } from '#server/platform/texts/defaults/promotion.ts'
import routes from '#web/routes.ts'

// `npm test` builds the website first.
const build = path.resolve(import.meta.dirname, '../../../.build/server/index.js')

describe.runIf(existsSync(build))('pages as the server writes them', async () => {
  const shop = await fileFixture(openTestShop())
  const admin = await signIn(shop.app, { admin: true })
  let app: Awaited<ReturnType<typeof buildApp>>
  let product = 0
  beforeAll(async () => {
    await transaction(shop.db, (tx) => furnish(tx, new Map(), new Map()))
    const shown = shop.db.selectFrom('products').select('id').where('hidden', '=', false)
    product = (await shown.orderBy('id').limit(1).executeTakeFirstOrThrow()).id
    app = await buildApp(shop.shop, { withPages: true })
  })
  afterAll(async () => {
    setCurrency('USD')
    await app.close()
  })

  const others = [
    '/faq',
    '/terms',
    '/refunds',
    '/privacy',
    '/blog',
    '/status',
    '/cart',
    '/campaign',
  ]
  async function read(url: string) {
    const { statusCode, body } = await app.inject(url)
    expect([url, statusCode]).toEqual([url, 200])
    return body
  }

  const publish = async (body: Input<typeof staffTexts.save>['body']) =>
    expect((await shop.call(staffTexts.save, { body }, admin)).status).toBe(200)

  test('pages contain the operator’s colour, texts and name, and are cached until these change', async () => {
    const seller_name = 'Night Forge GmbH'
    const seller = { seller_name, seller_address: 'Ring 1\n10115 Berlin' }
    const [link, tagline] = [{ label: 'Jobs', to: '/faq' }, 'Forged at night.']
    const title = 'Play tonight'
    await shop.call(brand.change, { body: { accent: '#00aaff' } }, admin)
    await shop.call(settings.change, { body: seller }, admin)
    await publish({ name: 'footer', ...footer, tagline, links: [link], publish: true })
    await publish({ name: 'landing', ...landing, title, publish: true })
    await expect.poll(() => read('/')).toContain(title)
    for (const url of ['/', '/store', `/product/${product}`, ...others]) {
      const said = () => read(url).then((html) => html.replaceAll('<!-- -->', ''))
      for (const words of ['--color-signal:#00aaff', tagline, 'Ring 1, 10115 Berlin', '>Jobs</a>'])
        await expect.poll(said).toContain(words)
      const html = await said()
      for (const legal of ['/terms', '/refunds', '/privacy'])
        expect([url, html.includes(`href="${legal}"`)]).toEqual([url, true])
      // The promotion page depends on the code in its query, so it is not cached.
      const kept = url !== '/campaign'
      await expect
        .poll(async () => {
          await said()
          return [url, shop.shop.cache.find(url) !== undefined]
        })
        .toEqual([url, kept])
    }
    await shop.call(brand.change, { body: { accent: '#ff8800' } }, admin)
    await expect.poll(() => read('/store')).toContain('--color-signal:#ff8800')
  })

  test('a link to a plan shows that plan, even if the page is cached without it', async () => {
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    async function chosen(query: string) {
      const html = await (await fetch(`${address}/product/${product}${query}`)).text()
      const radios = html.match(/<input[^>]*type="radio"[^>]*>/g) ?? []
      return radios
        .filter((radio) => radio.includes('checked'))
        .map((radio) => /value="(\w+)"/.exec(radio)?.[1])
    }
    for (const _ of ['rendered', 'cached']) {
      expect(await chosen('')).toEqual(['1m'])
      expect(await chosen('?plan=3m')).toEqual(['3m'])
      expect(await chosen('?utm_source=mail&plan=6m')).toEqual(['6m'])
      expect(await chosen('?plan=17d')).toEqual(['1m'])
    }
    const isCached = (plan: string) =>
      shop.shop.cache.find(`/product/${product}?plan=${plan}`) !== undefined
    expect(['3m', '6m', '17d'].map(isCached)).toEqual([true, true, false])
  })

  test('every page allows the windows of the card form that is reachable from it', async () => {
    for (const url of ['/', '/store', '/checkout', '/dashboard', '/admin', ...others]) {
      const { headers } = await app.inject(url)
      const policy = headers['cross-origin-opener-policy']
      expect([url, policy]).toEqual([url, 'same-origin-allow-popups'])
    }
  })

  test('asks search engines not to list personal pages, and sends no referrer', async () => {
    const found = (routes: RouteConfigEntry[]): RouteConfigEntry[] =>
      routes.flatMap((route) => [route, ...found(route.children ?? [])])
    const personal = found(await routes)
      .filter(({ file, path }) => path !== 'signup' && /^(account|checkout)\//.test(file))
      .map(({ path }) => `/${path!.replace(/:.*/, '7')}`)
    expect(personal).toContain('/payout')
    for (const url of [...personal, '/cart', '/setup', '/', '/store', '/signup', '/terms']) {
      const { headers } = await app.inject(`${url}?token=12.abc`)
      const unindexed = !['/', '/store', '/signup', '/terms'].includes(url)
      expect([url, headers['x-robots-tag']]).toEqual([url, unindexed ? 'noindex' : undefined])
      expect([url, headers['referrer-policy']]).toEqual([url, 'no-referrer'])
    }
  })

  test('the landing page shows the operator’s hero picture with its description until it is removed', async () => {
    const hero = dataUrl(await newPicture(700))
    const words = { hero, hero_alt: 'Two players at night' }
    const { hero: picture } = (await shop.call(brand.change, { body: words }, admin)).body
    await expect.poll(() => read('/')).toContain('alt="Two players at night"')
    const html = await read('/')
    const [element] =
      /<picture>(?:(?!<\/picture>).)*alt="Two players at night".*?<\/picture>/s.exec(html)!
    expect(element).toContain(`src="${picture!.src}" width="700"`)
    expect(element).toContain(picture!.avif)
    expect((await app.inject(picture!.src)).headers['content-type']).toBe('image/webp')
    await shop.call(brand.change, { body: { hero: null, hero_alt: '' } }, admin)
    await expect.poll(() => read('/')).not.toContain('Two players at night')
  })

  test('a page shows the published version of its text', async () => {
    const quote = { quote: 'It never sleeps.', name: 'Ada', product: '', since: '' }
    const [question] = faq.questions
    const asked = { ...question!, question: 'Do you forge at night?' }
    const body = '## Of the forge\n\nBe kind.'
    await publish({
      name: 'landing',
      ...landing,
      title: 'Forged at night',
      testimonials: [quote],
      publish: true,
    })
    await publish({ name: 'faq', ...faq, questions: [asked], publish: true })
    await publish({ name: 'promotion', ...promotion, title: 'Forged for you', publish: true })
    for (const name of ['terms', 'refunds', 'privacy'] as const)
      await publish({ name, body, publish: true })
    for (const [url, words, former] of [
      ['/', quote.quote, landing.title],
      ['/faq', asked.question, question!.question],
      ['/campaign', 'Forged for you', promotion.title],
      ...['/terms', '/refunds', '/privacy'].map((page) => [page, 'Of the forge', 'Your account']),
    ] as [string, string, string][]) {
      await expect.poll(() => read(url)).toContain(words)
      expect([url, (await read(url)).includes(former)]).toEqual([url, false])
    }
  })

  test('pages of a shop in euros show no dollar', async () => {
    const priced = ['/', '/store', `/product/${product}`]
    const readAll = async (currency: Currency) => {
      await shop.db.updateTable('settings').set({ currency }).execute()
      await expect.poll(shopCurrency).toBe(currency)
      const written = new Map<string, string>()
      for (const url of [...priced, ...others]) written.set(url, await read(url))
      return written
    }
    const amounts = (html = '', sign: string) =>
      html.split(new RegExp(`\\${sign}(?=\\d)`)).length - 1

    const inDollars = await readAll('USD')
    const inEuros = await readAll('EUR')
    for (const [url, html] of inEuros) {
      const dollars = [...html.matchAll(/.{0,40}(\$\d|\bUSD\b|\bdollars?\b).{0,20}/gi)]
      expect([url, ...dollars.map(([found]) => found)]).toEqual([url])
      expect([url, amounts(html, '€')]).toEqual([url, amounts(inDollars.get(url), '$')])
    }
    for (const url of priced) expect([url, amounts(inEuros.get(url), '€') > 0]).toEqual([url, true])
  })
})
