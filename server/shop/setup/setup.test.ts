import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { products } from '#contract/catalogue/products.ts'
import { sessions } from '#contract/platform/sessions.ts'
import { settings } from '#contract/platform/settings.ts'
import { staffTexts } from '#contract/platform/staff-texts.ts'
import { textsToAccept } from '#contract/platform/text-pages.ts'
import { setup } from '#contract/shop/setup.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { solveCaptcha } from '#server/kernel/testing/captcha.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { openTestShop, type TestShop } from '#server/kernel/testing/shop.ts'
import { appointAdmin } from '#server/people/staff-users/appoint.ts'
import { noteOutcome } from '#server/platform/backups/record.ts'
import { withFactor } from '#server/platform/sessions/testing/factor.ts'
import { publicConfig } from '#server/shop/public-config.ts'
import { issueSetupLink, offerSetupLink } from './link.ts'
import { listMissing } from './missing.ts'

const soon = sentence('not_open')
const password = 'Glasshouse-41'

const shop = await fileFixture(openTestShop())

beforeEach(async () => {
  await shop.db.deleteFrom('users').execute()
  await shop.db.updateTable('settings').set({ opened_at: null, shop_name: null }).execute()
  await expect.poll(() => shop.shop.settings()).toMatchObject({ opened: false, shop_name: null })
})

function person() {
  const username = `owner-${randomBytes(4).toString('hex')}`
  return { username, email: `${username}@a.example`, password }
}
const claim = (token: string, body = person()) =>
  shop.call(setup.claim, { body: { ...body, token } })
const check = async (token: string) =>
  (await shop.call(setup.check, { body: { token } })).status === 200

function cookieOf({ response }: Awaited<ReturnType<typeof claim>>) {
  return response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

test('an unopened shop says so to visitors, and admits the person who sets it up', async () => {
  const list = await shop.call(products.list, {})
  expect([list.status, list.code, list.detail]).toEqual([503, 'not_open', soon])
  for (const url of ['/sitemap.xml', '/blog/rss.xml', '/share/store.png']) {
    const { statusCode, body, headers } = await shop.app.inject(url)
    expect([url, statusCode, body]).toEqual([url, 503, soon])
    expect(headers['cache-control']).toBe('no-store')
  }
  const ready = await shop.app.inject('/health/ready')
  expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ok', shop: soon }])

  const customer = await signIn(shop.app)
  expect((await shop.call(products.list, {}, customer)).status).toBe(503)
  const admin = await signIn(shop.app, { admin: true })
  expect((await shop.call(products.list, {}, admin)).status).toBe(200)
  const body = { username: 'nobody', password: 'x', token: await solveCaptcha(shop.app) }
  expect((await shop.call(sessions.login, { body })).status).toBe(401)
})

test('the link creates a signed-in administrator, once', async () => {
  const token = (await issueSetupLink(shop.db))!
  expect(await check(token)).toBe(true)
  const owner = person()
  const made = await claim(token, owner)
  expect([made.status, made.body]).toMatchObject([201, { username: owner.username, admin: true }])
  const cookie = cookieOf(made)
  expect((await shop.call(setup.get, {}, { cookie })).status).toBe(200)
  const again = await claim(token)
  expect([again.status, again.code]).toEqual([409, 'has_administrator'])
  const { username } = owner
  const body = { username, password, token: await solveCaptcha(shop.app) }
  expect((await shop.call(sessions.login, { body })).status).toBe(200)
})

test('invalid account data does not use up the link', async () => {
  const token = (await issueSetupLink(shop.db))!
  const { user } = await signIn(shop.app)
  const taken = await claim(token, { ...person(), username: user.username })
  expect(taken.code).toBe('username_taken')
  expect((await claim(token, { ...person(), password: 'Password1' })).code).toBe('common_password')
  expect((await claim(token)).status).toBe(201)
})

test('one of several concurrent uses of links claims the shop', async () => {
  const tokens = await Promise.all([1, 2, 3, 4].map(() => issueSetupLink(shop.db)))
  const statuses = (await Promise.all(tokens.map((token) => claim(token!)))).map(
    (one) => one.status,
  )
  expect(statuses.sort()).toEqual([201, 409, 409, 409])
  const left = await shop.db.selectFrom('setup_links').select('token_hash').execute()
  expect(left).toEqual([])
})

test('processes on one database end only their own links', async () => {
  const one = (await offerSetupLink(shop.db))!
  const other = (await offerSetupLink(shop.db))!
  expect([await check(one.token), await check(other.token)]).toEqual([true, true])
  await other.stop()
  expect([await check(one.token), await check(other.token)]).toEqual([true, false])
  // The link of a killed process.
  await shop.db
    .updateTable('setup_links')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .execute()
  expect(await check(one.token)).toBe(false)
  expect((await claim(one.token)).code).toBe('spent_setup_link')
  await one.stop()
})

test('no link is valid once the shop has an administrator, in any way', async () => {
  const link = (await offerSetupLink(shop.db))!
  await appointAdmin(shop.db, person())
  for (const token of [link.token, 'x'.repeat(43)]) {
    const looked = await shop.call(setup.check, { body: { token } })
    expect([looked.status, looked.code]).toEqual([409, 'has_administrator'])
  }
  expect((await claim(link.token)).code).toBe('has_administrator')
  expect(await shop.db.selectFrom('setup_links').select('token_hash').execute()).toEqual([])
  expect(await issueSetupLink(shop.db)).toBeNull()
  expect(await offerSetupLink(shop.db)).toBeNull()
  await link.stop()
})

test('the administrator names the shop, accepts its texts, then opens it', async () => {
  const cookie = cookieOf(await claim((await issueSetupLink(shop.db))!))
  const early = await shop.call(setup.open, {}, { cookie })
  expect([early.status, early.code]).toEqual([409, 'unnamed_shop'])
  const named = await shop.call(setup.change, { body: { shop_name: ' Night Forge ' } }, { cookie })
  expect(named.body).toMatchObject({ shop_name: 'Night Forge', named: true, opened_at: null })
  await expect.poll(() => publicConfig(shop.shop).shopName).toBe('Night Forge')
  expect(publicConfig(shop.shop).opened).toBe(false)

  const list = async () => (await shop.call(setup.missing, {}, { cookie })).body.missing
  for (const name of textsToAccept) {
    expect(await list()).toContain('texts')
    const unread = await shop.call(setup.open, {}, { cookie })
    expect([unread.status, unread.code]).toEqual([409, 'unaccepted_texts'])
    const { body } = await shop.call(staffTexts.get, { params: { name } }, { cookie })
    const accepted = { name, ...body.defaults, publish: true } as Input<
      typeof staffTexts.save
    >['body']
    expect((await shop.call(staffTexts.save, { body: accepted }, { cookie })).status).toBe(200)
  }
  expect(await list()).not.toContain('texts')

  const opened = await shop.call(setup.open, {}, { cookie })
  expect(opened.body.opened_at).not.toBeNull()
  await expect.poll(async () => (await shop.call(products.list, {})).status).toBe(200)
  expect((await shop.app.inject('/health/ready')).json()).toEqual({ status: 'ok' })
  const again = await shop.call(setup.open, {}, { cookie })
  expect(again.body.opened_at).toBe(opened.body.opened_at)
  const entries = await shop.db
    .selectFrom('logs')
    .select('message')
    .where('message', 'in', ['Shop named', 'Shop opened'])
    .orderBy('id')
    .execute()
  expect(entries.map(({ message }) => message)).toEqual(['Shop named', 'Shop opened'])
  const events = shop.db
    .selectFrom('events')
    .select(['type', 'data'])
    .where('type', 'like', 'shop.%')
  expect(await events.orderBy('id').execute()).toEqual([
    {
      type: 'shop.named',
      data: {
        brand: 'shop',
        revision: expect.any(Number),
        before: { shop_name: null },
        after: { shop_name: 'Night Forge' },
      },
    },
    { type: 'shop.opened', data: {} },
  ])
})

test('the currency counts as chosen once it was confirmed, also if unchanged', async () => {
  const admin = await signIn(shop.app, { admin: true })
  const read = async () => (await shop.call(setup.get, {}, admin)).body
  expect(await read()).toMatchObject({ currency: 'USD', currency_chosen: false })
  const { revision } = (await shop.call(settings.get, {}, admin)).body
  await shop.call(settings.change, { body: { referral_code_uses: 0 } }, admin)
  expect(await read()).toMatchObject({ currency_chosen: false })
  const chosen = await shop.call(settings.change, { body: { currency: 'USD' } }, admin)
  expect([chosen.status, chosen.body.revision]).toEqual([200, revision])
  expect(await read()).toMatchObject({ currency: 'USD', currency_chosen: true })
})

test('tax and renewals count as set up once they were confirmed, also if unchanged', async () => {
  const admin = await signIn(shop.app, { admin: true })
  const read = async () => (await shop.call(setup.get, {}, admin)).body
  const missing = async () => (await shop.call(setup.missing, {}, admin)).body.missing
  const unsaid = async () => (await missing()).filter((part) => /^(tax|renewing)$/.test(part))
  expect(await unsaid()).toEqual(['tax', 'renewing'])
  expect(await read()).toMatchObject({ tax_chosen: false, renewing_chosen: false })
  const { revision, tax_mode, renew_by_default } = (await shop.call(settings.get, {}, admin)).body
  const taxed = await shop.call(settings.change, { body: { tax_mode } }, admin)
  expect([taxed.status, taxed.body.revision]).toEqual([200, revision])
  expect(await unsaid()).toEqual(['renewing'])
  await shop.call(settings.change, { body: { renew_by_default } }, admin)
  expect(await unsaid()).toEqual([])
  expect(await read()).toMatchObject({ tax_chosen: true, renewing_chosen: true })
  const unsay = { tax_chosen_at: null, renewing_chosen_at: null }
  await shop.db.updateTable('settings').set(unsay).execute()
})

test('the second of two concurrent names is refused, and can be saved after a reload', async () => {
  const [one, two] = [
    await signIn(shop.app, { admin: true }),
    await signIn(shop.app, { admin: true }),
  ]
  const { revision } = (await shop.call(setup.get, {}, one)).body
  const names = [
    { shop_name: 'First Forge', by: one },
    { shop_name: 'Second Forge', by: two },
  ]
  const answers = await Promise.all(
    names.map(({ shop_name, by }) =>
      shop.call(setup.change, { body: { shop_name, revision } }, by),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [won, lost] = answers[0]!.status === 200 ? names : names.toReversed()
  const refused = answers.find(({ status }) => status === 409)!
  expect([refused.code, refused.detail]).toEqual([
    'changed_meanwhile',
    expect.stringContaining(won!.shop_name),
  ])
  const now = (await shop.call(setup.get, {}, lost!.by)).body
  expect(now).toMatchObject({ shop_name: won!.shop_name })
  const body = { shop_name: lost!.shop_name, revision: now.revision }
  expect((await shop.call(setup.change, { body }, lost!.by)).body).toMatchObject({
    shop_name: lost!.shop_name,
  })
})

test('refuses a name without visible characters', async () => {
  const admin = await signIn(shop.app, { admin: true })
  for (const shop_name of ['\u200b\u200d', '\u3164', '\u2800', '\u2060 \u2060', '\u0301', ' ']) {
    const { status, detail } = await shop.call(setup.change, { body: { shop_name } }, admin)
    expect([status, detail]).toMatchObject([422, [{ msg: 'Enter a name' }]])
  }
  const { status } = await shop.call(setup.change, { body: { shop_name: '👩‍🚀' } }, admin)
  expect(status).toBe(200)
})

test('refuses to name or open the shop in test mode', async () => {
  const played = await openTestShop({ withSandbox: true })
  await played.db.updateTable('settings').set({ opened_at: null }).execute()
  const admin = await signIn(played.app, { admin: true })
  const named = await played.call(setup.change, { body: { shop_name: 'Theirs' } }, admin)
  expect([named.status, named.code]).toEqual([409, 'test_mode'])
  const opened = await played.call(setup.open, {}, admin)
  expect([opened.status, opened.code]).toEqual([409, 'test_mode'])
  const { body } = await played.call(setup.get, {}, admin)
  expect(body).toMatchObject({ named: false, opened_at: null })
  await played.close()
})

test('lists missing parts until they are set up', async () => {
  const list = async (by: TestShop) => {
    const admin = await signIn(by.app, { admin: true })
    return (await by.call(setup.missing, {}, admin)).body.missing
  }
  const law = ['tax', 'renewing']
  const later = ['cards', 'crypto', 'mail', 'discord', 'seller', ...law, 'backup', 'release']
  expect((await list(shop)).sort()).toEqual(
    [...later, 'opening', 'product', 'second_factor'].sort(),
  )
  await shop.db
    .insertInto('products')
    .values({ slug: 'one', name: 'One', price_cents: 1000 })
    .execute()
  await shop.db.updateTable('settings').set({ opened_at: new Date() }).execute()
  await expect
    .poll(async () => (await list(shop)).sort())
    .toEqual([...later, 'second_factor'].sort())
  const { cookie } = await withFactor(shop, { admin: true })
  const { body } = await shop.call(setup.missing, {}, { cookie })
  expect(body.missing.sort()).toEqual([...later].sort())
  const played = await openTestShop({ withSandbox: true })
  expect(await list(played)).toEqual(['product', 'release'])
  await played.close()
})

test('the seller needs a name and an address, and backups need a backup or a schedule', async () => {
  const admin = await signIn(shop.app, { admin: true })
  const list = async () => (await shop.call(setup.missing, {}, admin)).body.missing
  const change = async (body: object) =>
    expect((await shop.call(settings.change, { body }, admin)).status).toBe(200)
  await change({ seller_name: 'Forge Ltd' })
  await expect.poll(() => shop.shop.settings().seller?.name).toBe('Forge Ltd')
  expect(await list()).toEqual(expect.arrayContaining(['seller', 'backup']))
  await change({ seller_address: 'A street 1' })
  await expect.poll(list).not.toContain('seller')

  await change({ backup_at: '02:30' })
  const state = await shop.call(setup.get, {}, admin)
  expect(state.body).toMatchObject({ backup_at: '02:30', backup_place: false })
  expect(await list()).toContain('backup')
  const told = { ...shop.shop, config: { ...shop.shop.config, backupTo: '/srv/backups' } }
  expect(await listMissing(told, admin.user.id)).not.toContain('backup')
  await change({ backup_at: null })
  expect(await list()).toContain('backup')
  const made = { place: '/srv/backups', passphrase: undefined, began: performance.now() }
  await noteOutcome(shop.db, made, { error: 'No space left' })
  expect(await list()).toContain('backup')
  await noteOutcome(shop.db, made, { name: '20261122t120345z', bytes: 1 })
  expect(await list()).not.toContain('backup')
})

test('reports Stripe test keys outside of test mode', async () => {
  const listWith = async (mode: 'test' | 'live') => {
    const env = {
      STRIPE_SECRET_KEY: `sk_${mode}_1`,
      STRIPE_PUBLISHABLE_KEY: `pk_${mode}_1`,
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    }
    const other = await openTestShop({ env })
    const admin = await signIn(other.app, { admin: true })
    const { body } = await other.call(setup.missing, {}, admin)
    await other.close()
    return body.missing
  }
  expect(await listWith('test')).toContain('live_cards')
  expect(await listWith('live')).not.toContain('live_cards')
})

test('reports an address without HTTPS, unless it is local', async () => {
  const listAt = async (SITE_URL: string) => {
    const other = await openTestShop({ env: { SITE_URL, RATE_LIMITS: 'on' } })
    const admin = await signIn(other.app, { admin: true })
    const { body } = await other.call(setup.missing, {}, admin)
    await other.close()
    return body.missing
  }
  expect(await listAt('http://shop.example.com')).toContain('https')
  expect(await listAt('https://shop.example.com')).not.toContain('https')
  expect(await listAt('http://localhost:3000')).not.toContain('https')
})

test('the name in the environment overrides the saved one', async () => {
  const env = { SHOP_NAME: 'By Environment' }
  const other = await openTestShop({ env })
  await other.db.updateTable('settings').set({ shop_name: 'Given' }).execute()
  await expect.poll(() => other.shop.settings().shop_name).toBe('Given')
  expect(publicConfig(other.shop).shopName).toBe('By Environment')
  const admin = await signIn(other.app, { admin: true })
  expect((await other.call(setup.get, {}, admin)).body).toMatchObject({
    shop_name: 'By Environment',
    name_from_environment: true,
  })
  await other.close()
})
