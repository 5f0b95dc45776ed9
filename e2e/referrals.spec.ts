import { randomBytes } from 'node:crypto'
import type { Database } from '#server/kernel/database/database.ts'
import { pay } from '#server/selling/referrals/testing/friends.ts'
import { expect, expectAccessible, onAPhone, test } from './test.ts'

/** Adds friends who signed up with a customer's code. The last one has the longest name. */
function refer(db: Database, referrer: number, count: number) {
  const at = new Date()
  const friends = Array.from({ length: count }, (_, index) => {
    const username = `friend-${randomBytes(4).toString('hex')}`.padEnd(15 + index, 'x')
    const email = `${username}@example.com`
    return { username, email, referred_by: referrer, verified_at: at }
  })
  return db.insertInto('users').values(friends).returning('id').execute()
}

onAPhone(() => {
  test('a customer redeems a free month for a chosen product', async ({ page, shop, signIn }) => {
    const { id } = await signIn()
    const friends = await refer(shop.db, id, 12)
    for (const [at, friend] of friends.entries())
      if (at < 7) await pay(shop.db, friend.id, { daysAgo: at === 6 ? 4 : 20 })
    await pay(shop.db, friends[7]!.id, { plan: '1w' })
    await page.goto('/dashboard?t=referrals')
    await expect(
      page.getByText('A friend counts 14 days after their first order of at least a month'),
    ).toBeVisible()
    await expect(page.getByText(/^0 of 3 friends count so far. 1 more is pending/)).toBeVisible()
    const history = page.getByRole('region', { name: 'Referral history' }).getByRole('listitem')
    await expect(history.filter({ hasText: 'Has not bought anything yet.' })).toHaveCount(4)
    await expect(history.filter({ hasText: 'terms of less than a month' })).toHaveCount(1)
    await expect(history.filter({ hasText: 'Pending' })).toHaveText(
      /Counts on \w+ \d+, \d{4}, unless the payment is refunded or disputed/,
    )
    await expect(history.filter({ hasText: 'Counts towards a free month.' })).toHaveCount(4)
    await page.getByRole('button', { name: 'Page 2' }).click()
    await expect(history).toHaveCount(2)
    await expectAccessible(page)
    await expect(page.getByText('You have 2 free months to redeem.')).toBeVisible()
    await page.getByRole('button', { name: 'Redeem' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Game').selectOption('Last Meridian')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Redeem' }).dblclick()
    await expect(page.getByText('Redeemed a free month of Last Meridian')).toBeVisible()
    await expect(page.getByText('You have a free month to redeem.')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Last Meridian' })).toBeVisible()
    await page.goto('/dashboard?t=subscriptions')
    await expect(page.getByText('Active: 30 days left.')).toBeVisible()
  })
})

test.describe('desktop', () => {
  test('a customer creates, shares and copies a referral code', async ({
    page,
    context,
    signIn,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.addInitScript(() => {
      const shared: ShareData[] = []
      Object.assign(window, { shared })
      Object.assign(navigator, { share: async (data: ShareData) => void shared.push(data) })
    })
    await signIn()
    await page.goto('/dashboard?t=referrals')
    await expect(page.getByText('0 of 3 friends count so far.')).toBeVisible()
    await page.getByRole('button', { name: 'Create Referral Code' }).click()
    await expect(page.getByText('Referral code created successfully')).toBeVisible()
    const link = await page.getByLabel('Referral link', { exact: true }).inputValue()
    expect(link).toMatch(/^http:\/\/localhost:\d+\/signup\?ref=[A-Z0-9]{8}$/)
    await page.getByRole('button', { name: 'Share' }).click()
    await expect
      .poll(() => page.evaluate(() => (window as never as { shared: ShareData[] }).shared))
      .toEqual([expect.objectContaining({ url: link })])
    await page.getByRole('button', { name: 'Copy referral link' }).click()
    await expect(page.getByText('Referral link copied to clipboard')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
    await page.goto(link)
    await expect(page.getByLabel('Referral code')).toHaveValue(link.slice(-8))
  })
})

test('without a share dialog the referral link is copied, and failures show an error', async ({
  page,
  context,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/500 /)
  await page.addInitScript(() => Object.assign(navigator, { share: undefined }))
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn()
  await page.route('**/api/user/referral_code', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.continue(),
  )
  await page.goto('/dashboard?t=referrals')
  await page.getByRole('button', { name: 'Create Referral Code' }).click()
  await expect(page.getByText('Failed to create referral code')).toBeVisible()
  await page.unroute('**/api/user/referral_code')
  await page.getByRole('button', { name: 'Create Referral Code' }).click()
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('Referral link copied to clipboard')).toBeVisible()
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))
    navigator.share = () => Promise.reject(new Error('broken'))
  })
  await page.getByRole('button', { name: 'Copy referral link' }).click()
  await expect(page.getByText('Failed to copy to clipboard')).toBeVisible()
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('Failed to share referral')).toBeVisible()
})

test('referrals that fail to load can be retried', async ({ page, signIn, consoleErrors }) => {
  consoleErrors.expected.push(/500 /)
  await signIn()
  await page.route('**/api/user/referral_history', (route) => route.fulfill({ status: 500 }))
  await page.goto('/dashboard?t=referrals')
  await expect(page.getByText('Failed to fetch referral data')).toBeVisible()
  await page.unroute('**/api/user/referral_history')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Create Referral Code' })).toBeVisible()
})
