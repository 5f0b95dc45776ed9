import { expect, test } from 'vitest'
import { releases } from '#contract/licensing/releases.ts'
import { staffReleases } from '#contract/licensing/staff-releases.ts'
import { mailPreferences } from '#contract/platform/mail-preferences.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { unsubscribeLinks } from '#server/platform/mail/unsubscribe.ts'
import { addRelease } from './add.ts'
import { isReached } from './offer.ts'
import { tellOfRelease } from './tell.ts'

const shop = await fileFixture(openTestShop())
const admin = await signIn(shop.app, { admin: true })
type Customer = Awaited<ReturnType<typeof signIn>>

async function upload(product: number | null, version: string, more = {}) {
  async function* bytes() {
    yield Buffer.from(version)
  }
  return addRelease(shop.db, shop.shop.storage, { product, version, bytes: bytes(), ...more })
}
const promote = (id: number, percent = 100) =>
  shop.call(staffReleases.promote, { params: { id }, body: { percent } }, admin)
const follow = (who: Customer, on = true) => shop.call(releases.follow, { body: { on } }, who)

/** Creates a customer with time left for a product, with release mails on or off. */
async function owner(product: number, { on = true, seconds = 86_400 } = {}) {
  const customer = await signIn(shop.app)
  const begun = new Date()
  const { id } = await shop.db
    .insertInto('subscriptions')
    .values({ user_id: customer.user.id, product_id: product, created_at: begun, ends_at: begun })
    .returning('id')
    .executeTakeFirstOrThrow()
  const entry = { subscription_id: id, seconds, cause: 'grant' } as const
  if (seconds > 0) await shop.db.insertInto('time_entries').values(entry).execute()
  if (on) expect((await follow(customer)).body).toEqual({ on: true })
  return customer
}

/** Returns the recipients of mails about a release, once per mail. */
async function mailed(release: number) {
  const rows = await shop.db
    .selectFrom('mails')
    .select('user_id')
    .where('template', '=', 'release')
    .where('about', '@>', JSON.stringify({ release }))
    .orderBy('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}
const idsOf = (...customers: Customer[]) => customers.map(({ user }) => user.id)

test('notifies each subscriber with time and an offer of the release, once', async () => {
  const [product, beside] = [await addProduct(shop.db), await addProduct(shop.db)]
  const told = await owner(product)
  const tester = await owner(product)
  await owner(product, { on: false })
  await owner(product, { seconds: 0 })
  const other = await owner(beside)
  const former = await owner(product)
  await follow(former, false)
  const banned = await owner(product)
  await shop.db
    .updateTable('users')
    .set({ banned: true })
    .where('id', '=', banned.user.id)
    .execute()
  const bounced = await owner(product)
  const email = bounced.user.email.toLowerCase()
  await shop.db.insertInto('mail_suppressions').values({ email, reason: 'bounced' }).execute()
  await shop.call(releases.choose, { body: { beta: true } }, tester)

  const stable = await upload(product, '1.0.0')
  await promote(stable)
  const late = await owner(product)
  await workJobs(shop)
  expect(await mailed(stable)).toEqual(idsOf(told, tester))
  const beta = await upload(product, '1.1.0-beta.1', { channel: 'beta' })
  await promote(beta)
  await workJobs(shop)
  expect(await mailed(beta)).toEqual(idsOf(tester))

  // On top again after another release was.
  const next = await upload(product, '1.0.1')
  await promote(next)
  await promote(stable)
  await workJobs(shop)
  expect(await mailed(stable)).toEqual(idsOf(told, tester, late))
  expect(await mailed(next)).toEqual([])

  const loader = await upload(null, '901.0.0')
  await promote(loader)
  await workJobs(shop)
  const ofThese = (await mailed(loader)).filter((id) => id! >= told.user.id)
  expect(ofThese).toEqual(idsOf(told, tester, other, late))
})

test('notifies customers when a larger percentage reaches them', async () => {
  const product = await addProduct(shop.db)
  const people: Customer[] = []
  for (let n = 0; n < 8; n += 1) people.push(await owner(product))
  const release = await upload(product, '1.0.0')
  const reachedAt = (percent: number) =>
    idsOf(...people).filter((uid) => isReached(uid, { release, percent }))
  for (const percent of [0, 50, 20, 100]) {
    await promote(release, percent)
    await workJobs(shop)
    expect(await mailed(release)).toEqual(reachedAt(percent === 20 ? 50 : percent))
  }
})

test('an interrupted batch notifies nobody, and the next one everybody once', async () => {
  const product = await addProduct(shop.db)
  const people: Customer[] = []
  for (let n = 0; n < 5; n += 1) people.push(await owner(product))
  const release = await upload(product, '1.0.0')
  await promote(release)
  const { db, shop: inner } = shop
  const tell = (after: number, goOn: Parameters<typeof tellOfRelease>[2]['goOn']) =>
    tellOfRelease(db, inner.config, { release, after, most: 2, goOn })
  const killed = () => Promise.reject(new Error('Killed'))
  await expect(tell(0, killed)).rejects.toThrow('Killed')
  expect(await mailed(release)).toEqual([])

  let last = 0
  await tell(0, async (_tx, after) => {
    last = after
  })
  expect(await mailed(release)).toEqual(idsOf(...people.slice(0, 2)))
  await expect(tell(last, killed)).rejects.toThrow('Killed')
  await Promise.all([tell(last, async () => {}), tell(0, async () => {})])
  await workJobs(shop)
  expect(await mailed(release)).toEqual(idsOf(...people))
})

test('the mail’s link stops release mails only, and the link of news stops them too', async () => {
  const product = await addProduct(shop.db)
  const [one, two] = [await owner(product), await owner(product)]
  const release = await upload(product, '1.0.0', { notes: 'Knows the **new maps**' })
  await promote(release)
  await workJobs(shop)
  const { headers, html_body, text_body } = await shop.db
    .selectFrom('mails')
    .select(['headers', 'html_body', 'text_body'])
    .where('user_id', '=', one.user.id)
    .where('template', '=', 'release')
    .executeTakeFirstOrThrow()
  expect(html_body).toContain('new maps</strong>')
  expect(text_body).toContain(`/product/${product}/changelog#release-${release}`)
  const link = new URL(String((headers as Record<string, string>)['List-Unsubscribe']).slice(1, -1))
  const token = link.searchParams.get('token')!
  expect(text_body).toContain(link.href)

  const on = async (who: Customer) => (await shop.call(releases.following, {}, who)).body.on
  const read = async (own: string) =>
    (await shop.call(mailPreferences.get, { body: { token: own } })).body
  expect(await read(token)).toMatchObject({ subscribed: true, about: 'releases' })
  const answer = await shop.app.inject({ method: 'POST', url: link.pathname + link.search })
  expect(answer.statusCode).toBe(200)
  expect([await on(one), await on(two)]).toEqual([false, true])
  expect(await read(token)).toMatchObject({ subscribed: false, about: 'releases' })
  // A link for releases does not work for news, and vice versa.
  const asNews = token.replace('.releases', '')
  const refused = await shop.call(mailPreferences.stop, { body: { token: asNews } })
  expect([refused.status, refused.code]).toEqual([400, 'incomplete_link'])
  await shop.call(mailPreferences.resume, { body: { token } })
  expect(await on(one)).toBe(true)

  const news = new URL((await unsubscribeLinks(shop.db, shop.shop.config.siteUrl))(one.user.id))
  const body = { token: news.searchParams.get('token')! }
  expect((await read(body.token)).subscribed).toBe(true)
  await shop.call(mailPreferences.stop, { body })
  expect([await on(one), await on(two)]).toEqual([false, true])
})

test('the status page shows the current release of the only product with a module', async () => {
  const [product, beside, hidden] = [
    await addProduct(shop.db),
    await addProduct(shop.db),
    await addProduct(shop.db, { hidden: true }),
  ]
  const [own, shared, unseen] = [`own-${product}`, `shared-${product}`, `unseen-${product}`]
  const rows = [
    { product_id: product, repo: own },
    { product_id: hidden, repo: own },
    { product_id: product, repo: shared },
    { product_id: beside, repo: shared },
    { product_id: hidden, repo: unseen },
  ]
  await shop.db.insertInto('product_modules').values(rows).execute()
  const shown = async () =>
    (await shop.call(releases.current, {})).body
      .filter((each) => [own, shared, unseen].includes(each.repo))
      .map(({ repo, product: of, version, percent }) => [repo, of?.id, version, percent])
  expect(await shown()).toEqual([])
  const first = await upload(product, '1.0.0')
  const second = await upload(product, '1.1.0')
  await promote(await upload(hidden, '5.0.0'))
  await promote(await upload(beside, '3.0.0'))
  await promote(first)
  await promote(await upload(product, '2.0.0-beta.1', { channel: 'beta' }))
  await expect.poll(shown).toEqual([[own, product, '1.0.0', 100]])
  await promote(second, 30)
  await expect.poll(shown).toEqual([[own, product, '1.1.0', 30]])
  await promote(second, 0)
  await expect.poll(shown).toEqual([[own, product, '1.0.0', 100]])
  await promote(second)
  await expect.poll(shown).toEqual([[own, product, '1.1.0', 100]])
  await shop.call(staffReleases.rollBack, { params: { id: second }, body: {} }, admin)
  await expect.poll(shown).toEqual([[own, product, '1.0.0', 100]])
  // The module is no longer shared.
  const gone = { product_id: beside, repo: shared }
  await shop.db
    .deleteFrom('product_modules')
    .where((eb) => eb.and(gone))
    .execute()
  await expect.poll(async () => (await shown()).map(([repo]) => repo).sort()).toEqual([own, shared])
})

test('the status page shows the promoted release of the loader', async () => {
  const shown = async () =>
    (await shop.call(releases.current, {})).body
      .filter(({ repo }) => repo === 'loader')
      .map(({ product, version }) => [product, version])
  const [first, second] = [await upload(null, '7.0.0'), await upload(null, '7.1.0')]
  await promote(first)
  expect(await shown()).toEqual([])
  const module = { version: '6.9.9', status: 'operational', position: 0 } as const
  await shop.db
    .insertInto('modules')
    .values({ repo: 'loader', ...module })
    .execute()
  await promote(second)
  await expect.poll(shown).toEqual([[null, '7.1.0']])
  await shop.call(staffReleases.rollBack, { params: { id: second }, body: {} }, admin)
  await expect.poll(shown).toEqual([[null, '7.0.0']])
})
