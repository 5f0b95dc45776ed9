import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'
import { brand } from '#contract/platform/brand.ts'
import { setup } from '#contract/shop/setup.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { buildApp } from '#server/app.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { dataUrl, newPicture, newUpload } from '#server/kernel/testing/picture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { frame } from '#server/platform/mail/frame.ts'
import { closeShop, openShop } from '#server/shop/open-shop.ts'
import { publicConfig } from '#server/shop/public-config.ts'

const shop = await fileFixture(openTestShop())
const anna = await signIn(shop.app, { admin: true })
const ben = await signIn(shop.app, { admin: true })

type Body = Input<typeof brand.change>['body']
const change = (body: Body, by = anna) => shop.call(brand.change, { body }, by)
const read = async () => (await shop.call(brand.get, {}, anna)).body
const seen = () => publicConfig(shop.shop)

const svg = (content: string, root = 'viewBox="0 0 24 24"') =>
  dataUrl(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${root}>${content}</svg>`),
    'image/svg+xml',
  )
const redSquare = svg('<rect width="24" height="24" fill="#ff0000"/>')

afterEach(async () => {
  await change({ accent: null, logo: null, hero: null, hero_alt: '' })
  await shop.db.updateTable('settings').set({ shop_name: null }).execute()
  await expect.poll(seen).toMatchObject({ shopName: 'Loadout', brand: own })
})
const own = { tokens: null, logo: null, icon: '/brand/mark-cdfb47-151b04.svg', touch_icon: null }

const get = (url: string) => shop.app.inject(url)

test('an accent colour applies to pages and mails, corrected for contrast, and can be reset', async () => {
  const tried = await shop.call(brand.tryAccent, { body: { accent: '#1A237E' } }, anna)
  expect(tried.body.corrections).toEqual([expect.stringContaining('#1a237e is too dark')])
  expect((await read()).accent).toBeNull()

  const { status, body } = await change({ accent: '#1A237E' })
  expect([status, body.accent, body.colours]).toEqual([200, '#1a237e', tried.body])
  await expect.poll(() => seen().brand.tokens).not.toBeNull()
  const { signal, mail_link } = tried.body
  expect(seen().brand.tokens).toMatchObject({ '--color-signal': signal })
  const { html } = frame(shop.shop.config, mail)
  expect(html).toContain(`color:${mail_link}`)
  expect(html).toContain(`background:${signal}`)
  expect(html).not.toContain('#cdfb47')
  const mark = await get(seen().brand.icon)
  expect(mark.body).toContain(`fill="${signal}"`)
  expect((await get('/favicon.ico')).body).toContain(`fill="${signal}"`)
  expect((await get('/api/docs')).body).toContain(`--signal: ${signal}`)
})

const mail = {
  subject: 'S',
  preheader: 'P',
  heading: 'H',
  paragraphs: [],
  button: { label: 'Press', url: 'https://shop.example/x' },
  notes: [],
  reason: 'R',
}

test('renders a logo for tabs, home screens, mails and link previews', async () => {
  const card = (await get('/share/store.png')).rawPayload
  const { body } = await change({ logo: redSquare })
  expect(body.shown.logo).toMatchObject({ width: 24, height: 24 })
  const file = await get(body.shown.logo!.src)
  expect(file.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  await expect.poll(() => seen().brand.logo).not.toBeNull()
  for (const [address, side] of [
    [seen().brand.icon, 32],
    [seen().brand.touch_icon!, 180],
  ] as const) {
    const { rawPayload, headers } = await get(address)
    const { dominant } = await sharp(rawPayload).stats()
    expect([headers['content-type'], dominant.r > 200, dominant.g < 60]).toEqual([
      'image/png',
      true,
      true,
    ])
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: side, height: side })
  }
  expect((await get('/favicon.ico')).headers['content-type']).toBe('image/png')
  const { html } = frame(shop.shop.config, mail)
  const [, src] = /<img src="([^"]+)" width="40" height="40"/.exec(html)!
  expect((await get(new URL(src!).pathname)).headers).toMatchObject({
    'content-type': 'image/png',
    'cross-origin-resource-policy': 'cross-origin',
  })
  await expect.poll(async () => card.equals((await get('/share/store.png')).rawPayload)).toBe(false)

  const { src: former } = body.shown.logo!
  const wide = await change({ logo: dataUrl(await newPicture(400)) })
  expect(wide.body.shown.logo!.src).not.toBe(former)
  await expect.poll(() => seen().brand.logo?.src).toBe(wide.body.shown.logo!.src)
  expect(frame(shop.shop.config, mail).html).toContain('alt="Loadout"')
  // Mails that were already sent still refer to it.
  expect((await get(former)).statusCode).toBe(200)
})

test('refuses an unsuitable logo with advice at its field, and changes nothing', async () => {
  const before = await read()
  const wideLine = await sharp({
    create: { width: 900, height: 40, channels: 3, background: '#123456' },
  })
    .png()
    .toBuffer()
  for (const [logo, sentence] of [
    [dataUrl(Buffer.alloc(1_000_001)), 'The logo must be smaller than 1 MB'],
    [dataUrl(Buffer.from('GIF89a')), 'SVG or PNG file'],
    [dataUrl(Buffer.alloc(0)), 'SVG or PNG file'],
    [dataUrl((await newPicture()).subarray(0, 60)), 'The logo is damaged'],
    [dataUrl(wideLine), 'eight times as wide'],
    [svg('<script>alert(1)</script>'), 'The SVG contains <script>, which is not allowed in a logo'],
    [svg('<path onclick="x()" d="M0 0"/>'), 'The SVG contains the handler onclick'],
    [svg('<image href="https://a.example/x.png"/>'), 'The SVG contains <image>'],
    [svg('', ''), 'neither a viewBox nor a width'],
    [svg('<g>'), 'The SVG cannot be read: line 1'],
    [`data:text/html;base64,${Buffer.from('<svg/>').toString('base64')}`, 'SVG or PNG file'],
  ] as const) {
    const body = { logo, accent: '#ff0000', shop_name: 'Half', hero: await newUpload() }
    const { status, detail } = await change(body)
    expect([status, detail]).toMatchObject([
      422,
      [{ loc: ['body', 'logo'], msg: expect.stringContaining(sentence) }],
    ])
  }
  const huge = await shop.app.inject({
    method: 'PATCH',
    url: '/api/admin/brand',
    headers: { cookie: anna.cookie, 'content-type': 'application/json' },
    payload: `{"logo":"${'x'.repeat(50 * 1024 * 1024)}"}`,
  })
  expect([huge.statusCode, huge.json().detail]).toEqual([422, expect.stringContaining('less than')])
  const hero = await change({ accent: '#00ff00', hero: dataUrl(Buffer.from('<html>')) })
  expect(hero.detail).toMatchObject([{ loc: ['body', 'hero'] }])
  for (const accent of ['red', '#fff', '#12345', '#1234567', 'url(x)']) {
    const { status, detail } = await change({ accent })
    expect([status, detail]).toMatchObject([
      422,
      [{ loc: ['body', 'accent'], msg: expect.stringContaining('six digits, such as #3b82f6') }],
    ])
  }
  expect(await read()).toEqual(before)
})

test('a hero picture replaces the drawing, with its description, and can be removed', async () => {
  const hero = async () => (await shop.call(brand.hero, {})).body
  expect(await hero()).toEqual({ picture: null, alt: '' })
  const { body } = await change({ hero: dataUrl(await newPicture(700)), hero_alt: 'A red field' })
  expect(body.hero).toMatchObject({ width: 700 })
  await expect.poll(hero).toEqual({ picture: body.hero, alt: 'A red field' })
  expect((await get(body.hero!.src)).headers['content-type']).toBe('image/webp')
  await change({ hero: null })
  await expect.poll(async () => (await hero()).picture).toBeNull()
})

test('refuses a stale save, names the colleague, and changes nothing', async () => {
  const { revision } = await read()
  await change({ accent: '#00aaff' }, ben)
  const refused = await change({ shop_name: 'Mine', revision })
  expect(refused).toMatchObject({ status: 409, code: 'changed_meanwhile' })
  expect(refused.detail).toContain(`Changed by ${ben.user.username}: accent`)
  expect((await read()).shop_name).toBe('Loadout')
  // A new name from /setup raises the revision as well.
  const before = await read()
  await shop.call(setup.change, { body: { shop_name: 'Set up' } }, ben)
  const late = await change({ accent: null, revision: before.revision })
  expect([late.code, late.detail]).toEqual(['changed_meanwhile', expect.stringContaining('Set up')])
  const answers = await Promise.all(
    ['#110000', '#220000', '#330000', '#440000'].map(async (accent) =>
      change({ accent, revision: before.revision + 1 }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
})

test('logs a change of name and pictures once, in words', async () => {
  const { revision } = await read()
  const both = { shop_name: 'Twice', hero: dataUrl(await newPicture(700)), hero_alt: 'A field' }
  expect((await change(both)).body.revision).toBe(revision + 1)
  const late = await change({ accent: '#00aaff', revision })
  expect(late.detail).toBe(
    'Changed by you in another window: hero picture, hero picture description from none to “A field”, shop name from none to “Twice”',
  )
})

test('a refused save leaves no picture behind', async () => {
  const stored = () => shop.shop.storage.list('', { limit: 500 })
  const { revision } = await read()
  await change({ accent: '#00aaff', revision })
  const before = await stored()
  const late = { logo: svg('<path d="M0 0h7v1z"/>'), hero: await newUpload(), revision }
  expect((await change(late)).code).toBe('changed_meanwhile')
  expect(await stored()).toEqual(before)
})

test('logs a change with its author, and no entry without a change', async () => {
  const entries = () =>
    shop.db
      .selectFrom('logs')
      .select(['details', 'user_id'])
      .where('message', '=', 'Appearance changed')
      .orderBy('id', 'desc')
      .execute()
  await change({ shop_name: 'Kept', accent: '#00aaff' })
  const [entry, ...others] = await entries()
  expect(entry).toMatchObject({
    user_id: anna.user.id,
    details: {
      brand: 'shop',
      before: { shop_name: null, accent: null },
      after: { shop_name: 'Kept', accent: '#00aaff' },
    },
  })
  await change({ shop_name: 'Kept', accent: '#00aaff' })
  expect(await entries()).toHaveLength(others.length + 1)
})

test('a change in one process applies in another as well', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-test-'))
  const { config } = shop.shop
  const second = await openShop({ config, dataDir, databaseUrl: shop.databaseUrl })
  const app = await buildApp(second, { withPages: false })
  try {
    await app.inject('/favicon.ico')
    await change({ accent: '#ff8800', shop_name: 'Both' })
    await vi.waitFor(async () => {
      expect(publicConfig(second)).toMatchObject({
        shopName: 'Both',
        brand: { tokens: { '--color-signal': '#ff8800' } },
      })
      expect((await app.inject('/favicon.ico')).body).toContain('#ff8800')
    }, 60_000)
  } finally {
    await app.close()
    await closeShop(second)
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('files by any other name are not found', async () => {
  for (const file of ['x.svg', `${'0'.repeat(32)}.svg`, '..%2Fbrand', 'mark-zzz-000.svg']) {
    const { statusCode, headers } = await get(`/brand/${file}`)
    expect([file, statusCode, headers.etag]).toEqual([file, 404, undefined])
  }
})
