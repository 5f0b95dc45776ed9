import { enqueue } from '#server/kernel/jobs/jobs.ts'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { buildLoader } from '#server/licensing/loader/jobs.ts'
import { payByCard } from './card.ts'
import { putInCart } from './cart.ts'
import { signInCookies } from './customer.ts'
import { ordersOf } from './orders.ts'
import { openExpired } from './subscriptions.ts'
import { expect, expectAccessible, onAPhone, test } from './test.ts'

onAPhone(() => {
  test('cancelling a renewal keeps the time that was paid for', async ({ page, shop, signIn }) => {
    await putInCart(page, shop.db, 'cs2')
    const customer = await signIn()
    await page.goto('/checkout')
    await expect(page.getByLabel('Renew every month at $19.99: Counter-Strike 2')).toBeChecked()
    await payByCard(page)
    await page.getByRole('link', { name: 'Go to Dashboard' }).click()
    const tabs = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')
    await expect(tabs).toHaveCount(8)
    for (const tab of await tabs.all()) {
      await expect(tab).toBeInViewport({ ratio: 1 })
      expect((await tab.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
    await page.getByRole('link', { name: 'Orders' }).click()
    await expect(tabs.filter({ hasText: 'Orders' })).toHaveAttribute('aria-current', 'page')
    const charged = page.getByText(/^Renews on \w+ \d+, \d{4} at \$19\.99$/)
    await expect(charged).toBeVisible()
    await page.getByRole('link', { name: 'Subscriptions' }).click()
    await expect(page.getByText(/^Renews on .*: \$19\.99 from Visa ••4242$/)).toBeVisible()
    await page.getByRole('link', { name: 'Orders' }).click()
    const button = page.getByRole('button', { name: 'Cancel Autorenewal' })
    await button.click()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel Autorenewal' }).click()
    await expect(page.getByText('Subscription cancelled successfully')).toBeVisible()
    await expect(button).toHaveCount(0)
    await expect(charged).toHaveCount(0)
    expect(await ordersOf(shop.db, customer)).toMatchObject([{ payment_status: 'finished' }])
    await page.getByRole('link', { name: 'Subscriptions' }).click()
    await expect(page.getByText('Active: 30 days left.')).toBeVisible()
    await expect(page.getByText(/Renewal is off$/)).toBeVisible()
  })
})

test.describe('desktop', () => {
  test('the loader tab shows when a build is ready', async ({ page, shop, signIn }) => {
    const customer = await signIn()
    const release = shop.db.selectFrom('loader_releases').select('id').limit(1)
    const { id } = await shop.db
      .insertInto('loader_builds')
      .values({ user_id: customer.id, release_id: release })
      .returning('id')
      .executeTakeFirstOrThrow()
    await page.goto('/dashboard?t=loader')
    await expect(page.getByRole('heading', { name: 'Building your loader' })).toBeVisible()
    await expectAccessible(page)
    await enqueue(shop.db, buildLoader, { build: id })
    await expect(page.getByText('Loader is ready!')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Your loader is ready' })).toBeVisible()
  })

  test('an expired subscription can be added to the cart again', async ({
    page,
    shop,
    context,
  }) => {
    await context.addCookies(await signInCookies(shop.db, shop.url, 'customer'))
    await page.goto('/dashboard?t=subscriptions')
    await openExpired(page)
    const expired = page.getByRole('listitem').filter({ hasText: 'Nine Thousand' })
    await expect(expired.getByText('Expired')).toBeVisible()
    await page.getByRole('button', { name: 'Add to cart: Nine Thousand' }).click()
    await expect(page.getByText('Nine Thousand added to cart')).toBeVisible()
    await page.getByRole('link', { name: 'Cart, 1 item' }).click()
    await expect(page.getByRole('combobox', { name: 'Length of Nine Thousand' })).toHaveValue('1m')
  })
})

test('a customer without a subscription cannot request a loader', async ({
  page,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/403 .*\/api\/loader/)
  await signIn()
  await page.goto('/dashboard?t=loader')
  const request = page.getByRole('button', { name: 'Request Loader' })
  const told = page.getByRole('alert')
  await request.click()
  await expect(told).toContainText(sentence('no_subscription'))
  await expect(told.getByRole('link', { name: 'Browse Store' })).toBeVisible()

  // Some refusals cannot be resolved with a subscription.
  const json = { code: 'other_site', detail: sentence('other_site') }
  await page.route('**/api/loader/', (route) => route.fulfill({ status: 403, json }))
  await request.click()
  await expect(told).toContainText('another site')
  await expect(told.getByRole('link')).toHaveCount(0)
})

test('an order is found by the first characters of its number', async ({ page, shop, signIn }) => {
  const customer = await signIn()
  const add = (count: number) =>
    shop.db
      .insertInto('orders')
      .values(
        Array.from({ length: count }, () => ({
          user_id: customer.id,
          type: 'free' as const,
          payment_status: 'finished' as const,
          total_cents: 0,
        })),
      )
      .returning('id')
      .execute()
  const search = page.getByRole('searchbox', { name: 'Find an order by its number' })
  const shown = page.getByRole('heading', { name: /^Order / })
  await add(5)
  await page.goto('/dashboard?t=orders')
  await expect(shown).toHaveCount(5)
  await expect(search).toHaveCount(0)
  const [{ id }] = (await add(1)) as [{ id: string }]
  await page.reload()
  await search.fill(` Order ${id.slice(0, 8).toUpperCase()}`)
  await expect(shown).toHaveText([`Order ${id.slice(0, 8)}`])
  await search.fill('#zz')
  await expect(shown).toHaveCount(0)
  await expect(page.getByText('None of your order numbers starts with this.')).toBeVisible()
  await search.fill('')
  await expect(shown).toHaveCount(6)
})
