import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'
import { createApiKey } from '#server/platform/api-keys/keys.ts'
import { addHiddenProduct } from './cart.ts'
import { createUser, logIn } from './customer.ts'
import { atBothWidths, expect, expectAccessible, phone, test } from './test.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 })

async function newestPost(db: Database) {
  return db
    .selectFrom('blog_posts')
    .select(['id', 'title'])
    .where('published_at', '<=', new Date())
    .orderBy('published_at', 'desc')
    .executeTakeFirstOrThrow()
}

atBothWidths(() => {
  test('a visitor searches the blog by title, reads a post and returns', async ({ page, shop }) => {
    const { title } = await newestPost(shop.db)
    await page.goto('/blog')
    await expect(page.getByRole('listitem').first()).toContainText(title)

    const search = page.getByPlaceholder('Search posts...')
    await search.fill('nothing is called this')
    await expect(page.getByText('No posts found matching your search')).toBeVisible()
    await page.getByRole('button', { name: 'Show all posts' }).click()
    await search.fill('LOADER 1.4')
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([/^Loader 1.4/])

    await page.getByRole('link', { name: /^Loader 1.4/ }).click()
    await expect(heading(page, /^Loader 1.4/)).toBeVisible()
    await expect(page.getByText('Tomas Lindqvist')).toBeVisible()
    await expect(page.getByText(/^\d+ min read$/)).toBeVisible()
    await page.getByRole('link', { name: 'Back to Blog' }).click()
    await expect(heading(page, 'Blog')).toBeVisible()
  })

  test('the FAQ is filtered by category, one question open at a time', async ({ page }) => {
    await page.goto('/faq')
    const questions = page.locator('summary')
    const all = await questions.count()
    expect(all).toBeGreaterThanOrEqual(12)
    await page.getByText('Purchases', { exact: true }).click()
    await expect.poll(() => questions.count()).toBeLessThan(all)
    await questions.nth(0).click()
    await expect(page.getByText(/Credit and debit cards, and various crypto/)).toBeVisible()
    await questions.nth(1).click()
    await expect(page.getByText(/Credit and debit cards, and various crypto/)).toBeHidden()
    await expect(
      page.getByRole('main').getByRole('link', { name: 'Contact Support' }),
    ).toHaveAttribute('href', '/dashboard?t=support')
    await page.getByText('All', { exact: true }).click()
    await expect(questions).toHaveCount(all)
  })
})

test.describe('desktop', () => {
  test('the status page lists the modules and the latest update', async ({ page, shop }) => {
    const { id, title } = await newestPost(shop.db)
    await page.goto('/status')
    await expect(heading(page, 'System Status')).toBeVisible()
    await expect(
      page.getByText('Monitor the real-time status of all services and modules'),
    ).toBeVisible()
    const reader = page.getByRole('listitem').filter({ hasText: 'cs2-demo-reader' })
    await expect(reader).toContainText('9.2.4')
    await expect(reader).toContainText('Updating')
    await expect(page.getByText('Offline', { exact: true })).toBeVisible()
    // Its 3 h 12 min may span midnight.
    await expect(reader).toContainText(/The last 90 days: .*: offline, \d+ /)
    const past = page.getByRole('region', { name: 'Past Incidents' })
    await expect(past.getByRole('article')).toContainText('Version 9.2.3 reads demos again')

    const update = page.getByRole('region', { name: 'Latest Update' })
    await expect(update.getByRole('heading', { name: title })).toBeVisible()
    await expect(update.getByRole('link', { name: 'View all updates' })).toHaveAttribute(
      'href',
      '/blog',
    )
    await update.getByRole('link', { name: 'Read more' }).click()
    await expect(page).toHaveURL(`/blogs/${id}`)
  })

  test('the privacy policy can be read', async ({ page }) => {
    await page.goto('/privacy')
    await expect(heading(page, 'Privacy Policy')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'What you can ask for' })).toBeVisible()
    await expect(page.getByText('This store is run by Loadout')).toBeVisible()
  })

  test('a promotion stores its discount code and its referral code', async ({ page }) => {
    await page.goto('/campaign?code=welcome10&ref=mara7')
    await expect(page.getByText('WELCOME10')).toBeVisible()
    await expect(page.getByText(/^Saves \$2\.00 on a month of Counter-Strike 2\./)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Plans of Counter-Strike 2' })).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('campaign-code')))
      .toBe('WELCOME10')
    await page.getByRole('link', { name: 'Browse Store' }).click()
    await expect(heading(page, 'Store')).toBeVisible()
    await page.goto('/signup')
    await expect(page.getByLabel(/Referral code/)).toHaveValue('MARA7')
  })
})

test('a promotion names the plan that its discount was calculated for', async ({ page, shop }) => {
  const { id, name } = await addHiddenProduct(shop.db)
  await sql`update products set plans = '[{"plan":"2w","savings":null,"cents":1000,"popular":false}]' where id = ${id}`.execute(
    shop.db,
  )
  const code = `WEEKS-${id}`
  await sql`insert into discounts (code, product_id, type, amount, starts_at, ends_at, max_uses)
    values (${code}, ${id}, 1, 10, now(), now() + interval '1 day', 0)`.execute(shop.db)
  await page.goto(`/campaign?code=${code}`)
  await expect(page.getByText(`Saves $1.00 on 2 weeks of ${name}.`)).toBeVisible()
})

test('visitors who open different promotions at the same time see their own codes', async ({
  page,
}) => {
  const codes = ['WELCOME10', 'NEVER-MADE', 'NOR-THIS']
  const read = async (code: string) =>
    (await page.request.get(`/campaign?code=${code}`)).text().then((html) => html.includes(code))
  expect(await Promise.all(codes.map(read))).toEqual([true, true, true])
})

test('a promotion with an invalid code promises no discount', async ({ page }) => {
  await page.goto('/campaign?code=NOSUCHCODE')
  await expect(page.getByText(/^This discount code does not exist\./)).toBeVisible()
  await expect(page.getByText(/we enter it/i)).toHaveCount(0)
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
})

test('a promotion ignores malformed codes', async ({ page }) => {
  await page.goto(`/campaign?code=${encodeURIComponent('<b>10%</b>')}&ref=x`)
  await expect(page.getByRole('link', { name: 'Get Access Now' })).toHaveAttribute(
    'href',
    '/signup',
  )
  await expect(page.getByText('Your discount code')).toBeHidden()
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
})

test('a post URL without an id shows the latest post, and a missing post redirects to the list', async ({
  page,
  shop,
}) => {
  const { id, title } = await newestPost(shop.db)
  await page.goto('/blogs')
  await expect(heading(page, title)).toBeVisible()
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    `${shop.url}/blogs/${id}`,
  )
  for (const missing of ['/blogs/987654', '/blogs/none']) {
    await page.goto(missing)
    await expect(page).toHaveURL('/blog')
  }
})

test('a status that a pipeline reports appears on the page immediately', async ({
  page,
  shop,
  request,
}) => {
  const key = await createApiKey(shop.db, 'ci')
  await page.goto('/status')
  const reported = await request.put('/api/status/built-tonight', {
    headers: { authorization: `Bearer ${key}` },
    data: { version: '7.0.1', status: 'maintenance' },
  })
  expect(reported.status()).toBe(200)
  const row = page.getByRole('listitem').filter({ hasText: 'built-tonight' })
  await expect(async () => {
    await page.reload()
    await expect(row).toContainText('7.0.1', { timeout: 500 })
  }).toPass()
  await expect(row).toContainText('Maintenance')
})

test('the uptime is calculated from the days that are shown', async ({ page, shop, request }) => {
  const repo = 'older-trouble'
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  await shop.db
    .insertInto('modules')
    .values({ repo, version: '1', status: 'operational', last_updated: ago(80) })
    .execute()
  await shop.db
    .insertInto('module_periods')
    .values([
      { repo, status: 'offline', since: ago(60) },
      { repo, status: 'operational', since: ago(59) },
    ])
    .execute()
  // A report updates the status, and the page is rendered again.
  await request.put(`/api/status/${repo}`, {
    headers: { authorization: `Bearer ${await createApiKey(shop.db, 'ci')}` },
    data: { version: '2', status: 'operational' },
  })
  const row = page.getByRole('listitem').filter({ hasText: repo })
  await expect(async () => {
    await page.goto('/status')
    await expect(row).toBeVisible({ timeout: 500 })
  }).toPass()
  const share = row.getByText(/% operational$/).filter({ visible: true })
  await expect(share).toHaveText(/^9\d\.\d\d%/)
  await page.setViewportSize(phone)
  await expect(row.getByText('45 days ago')).toBeVisible()
  await expect(share).toHaveText(/^100\.00%/)
})

test('a part of the status page that fails to load says so and can be retried', async ({
  page,
  shop,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/502/)
  const rename = async (suffix: 'away' | 'back') => {
    for (const table of ['modules', 'blog_posts']) {
      const [from, to] = suffix === 'away' ? [table, `${table}_away`] : [`${table}_away`, table]
      await sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(shop.db)
    }
    for (const topic of ['status', 'blog']) {
      await sql`select pg_notify('changed', ${topic})`.execute(shop.db)
    }
  }
  await rename('away')
  try {
    await expect(async () => {
      await page.goto('/status')
      await expect(page.getByText('Failed to fetch status')).toBeVisible({ timeout: 500 })
      // Both messages disappear independently.
      await expect(page.getByText('Failed to fetch latest blog post')).toBeVisible({ timeout: 500 })
    }).toPass()
    await expectAccessible(page)
    await page.goto('/blogs')
    await expect(page).toHaveURL('/blog')
    await expect(page.getByText('Failed to load posts')).toBeVisible()
    await page.goto('/status')
  } finally {
    await rename('back')
  }
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByText('cs2-demo-reader')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Latest Update' })).toBeVisible()
})

test('the status page is available during maintenance, and the blog is not', async ({
  page,
  shop,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/503/)
  const close = (maintenance_mode: boolean) =>
    shop.db.updateTable('settings').set({ maintenance_mode }).execute()
  const blogAnswers = async (status: number) =>
    expect.poll(async () => (await page.request.get('/blog')).status()).toBe(status)
  await page.goto('/blog')
  await close(true)
  try {
    await blogAnswers(503)
    await page.goto('/status')
    await expect(page.getByRole('heading', { name: 'cs2-demo-reader' })).toBeVisible()
    await expect(page.getByText('Latest Update')).toBeHidden()
    for (const closed of ['/blogs', '/faq']) {
      await page.goto(closed)
      await expect(heading(page, 'Under maintenance')).toBeVisible()
    }
    // Targets of links in mails, and legally required pages, stay available as well.
    for (const open of ['/terms', '/refunds', '/privacy', '/stop-renewal', '/unsubscribe']) {
      expect((await page.request.get(open)).status(), open).toBe(200)
    }
  } finally {
    await close(false)
    await blogAnswers(200)
  }
  await page.goto('/status')
  await expect(page.getByRole('region', { name: 'Latest Update' })).toBeVisible()
})

test('the privacy policy lists the cookies that signing in sets', async ({
  page,
  shop,
  context,
}) => {
  await page.goto('/login')
  await logIn(page, await createUser(shop.db))
  await expect(page).toHaveURL('/dashboard')
  expect((await context.cookies()).map(({ name }) => name).sort()).toEqual([
    'browser',
    'session',
    'signed_in',
  ])
  await page.goto('/privacy')
  await expect(
    page.getByText('Signing in sets three cookies; the store itself sets no others'),
  ).toBeVisible()
})
