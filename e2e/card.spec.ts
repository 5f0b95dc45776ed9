import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { cards, completePurchase, fillCard, payByCard } from './card.ts'
import { putInCart } from './cart.ts'
import { ordersOf } from './orders.ts'
import { success } from './parts.ts'
import { atBothWidths, expect, expectAccessible, test } from './test.ts'

const challenge = (page: Page) => page.frameLocator('iframe[title="3D Secure authentication"]')

test.beforeEach(async ({ page, shop }) => {
  await putInCart(page, shop.db, 'last-meridian')
})

atBothWidths(() => {
  test('completing 3-D Secure pays the order', async ({ page, signIn }) => {
    await signIn()
    await page.goto('/checkout')
    await payByCard(page, cards.secure)
    await expect(challenge(page).getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
    await challenge(page).getByRole('button', { name: 'Complete authentication' }).click()
    await expect(success(page)).toBeVisible()
  })
})

test.describe('desktop', () => {
  test('a declined card shows the reason, and another card pays', async ({
    page,
    shop,
    signIn,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/402/)
    const customer = await signIn()
    await page.goto('/checkout')
    await payByCard(page, cards.declined)
    await expect(page.getByRole('alert').getByText('Your card was declined.')).toBeVisible()
    await payByCard(page)
    await expect(success(page)).toBeVisible()
    await expect(page.getByText(`Thank you for your purchase, ${customer.username}!`)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible()
    expect(await ordersOf(shop.db, customer)).toMatchObject([{ payment_status: 'finished' }])
    await expectAccessible(page)
  })

  test('failing 3-D Secure charges nothing', async ({ page, shop, signIn, consoleErrors }) => {
    consoleErrors.expected.push(/402/)
    const customer = await signIn()
    await page.goto('/checkout')
    await payByCard(page, cards.secure)
    await challenge(page).getByRole('button', { name: 'Fail authentication' }).click()
    await expect(page.getByRole('alert').getByText(/authenticat/)).toBeVisible()
    await expect(completePurchase(page)).toBeEnabled()
    expect(await ordersOf(shop.db, customer)).toMatchObject([{ payment_status: 'waiting' }])
  })
})

test('a double click places one order', async ({ page, shop, signIn }) => {
  const customer = await signIn()
  await page.goto('/checkout')
  await fillCard(page, cards.good)
  await completePurchase(page).dblclick()
  await expect(success(page)).toBeVisible()
  expect(await ordersOf(shop.db, customer)).toMatchObject([{ payment_status: 'finished' }])
  const granted = await shop.db
    .selectFrom('time_entries')
    .innerJoin('subscriptions', 'subscriptions.id', 'subscription_id')
    .select('seconds')
    .where('user_id', '=', customer.id)
    .execute()
  expect(granted).toEqual([{ seconds: 30 * 86_400 }])
})

test('a window opened by the card form keeps its opener after client-side navigation', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/faq')
  await page.getByRole('link', { name: 'Cart, 1 item' }).click()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  const field = page.frameLocator('iframe[title="Secure payment input frame"]').locator('body')
  await expect(field).toBeVisible()
  const popup = page.waitForEvent('popup')
  const opened = await field.evaluate(
    (_, address) => window.open(address) !== null,
    'challenge.html',
  )
  expect(opened).toBe(true)
  await expect.poll(async () => (await popup).evaluate(() => window.opener !== null)).toBe(true)
})

test('a payment is completed even if its webhook is lost', async ({
  page,
  shop,
  signIn,
  misbehave,
}) => {
  const customer = await signIn()
  await misbehave({ stripe: { webhooks: { lost: true } } })
  await page.goto('/checkout')
  await payByCard(page)
  await expect(success(page)).toBeVisible()
  const session = new URL(page.url()).searchParams.get('session_id')
  const heard = sql<string>`payload::text`
  const events = shop.db.selectFrom('payment_events').where(heard, 'like', `%${session}%`)
  expect(await events.select('id').execute()).toEqual([])
  expect(await ordersOf(shop.db, customer)).toMatchObject([{ payment_status: 'finished' }])
  await page.goto('/dashboard?t=subscriptions')
  await expect(page.getByText('Active: 30 days left.')).toBeVisible()
})
