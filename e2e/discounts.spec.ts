import type { Page } from '@playwright/test'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { completePurchase, payByCard } from './card.ts'
import { openCode, putInCart } from './cart.ts'
import { ordersOf } from './orders.ts'
import { success } from './parts.ts'
import { atBothWidths, expect, test } from './test.ts'

const total = (page: Page) =>
  page.getByRole('region', { name: 'Order Summary' }).getByRole('definition').last()

/** The demo shop's codes that are rejected, each for a different reason. */
const refused = [
  ['cs2', 'Counter-Strike 2', 'NOSUCHCODE', sentence('unknown_code')],
  ['overclocked-saints', 'Overclocked Saints', 'SUMMERHEAT', sentence('code_expired')],
  ['breachline', 'Breachline', 'FIRSTTEN', sentence('code_used_up')],
  ['long-thaw', 'Long Thaw', 'FIRSTSNOW', sentence('code_not_yet_valid')],
  ['perihelion', 'Perihelion', 'WELCOME10', 'This code does not apply to Perihelion'],
] as const

atBothWidths(() => {
  test('a valid discount code reduces the amount that is paid', async ({ page, shop, signIn }) => {
    await putInCart(page, shop.db, 'cs2', 'last-meridian')
    const customer = await signIn()
    await page.goto('/checkout')
    await expect(completePurchase(page)).toHaveText('Complete Purchase · $34.98')
    const code = await openCode(page, 'Counter-Strike 2')
    await code.fill('welcome10')
    await code.press('Enter')
    await expect(page.getByText('WELCOME10 saves you $2.00')).toBeVisible()
    await expect(total(page)).toHaveText('$32.98')
    await payByCard(page)
    await expect(success(page)).toBeVisible()
    const [order] = await ordersOf(shop.db, customer)
    expect(order).toMatchObject({ payment_status: 'finished', total_cents: 3298 })
    await page.goto('/dashboard?t=orders')
    await expect(page.getByText('1 month · WELCOME10')).toBeVisible()
  })
})

test.describe('desktop', () => {
  test('an invalid discount code shows the reason and changes no price', async ({
    page,
    shop,
    signIn,
  }) => {
    await putInCart(page, shop.db, ...refused.map(([slug]) => slug))
    await signIn()
    await page.goto('/checkout')
    await expect(total(page)).toHaveText('$115.95')
    for (const [, product, code, reason] of refused) {
      const field = await openCode(page, product)
      await field.fill(code)
      await field.press('Enter')
      await expect(field).toHaveAccessibleDescription(reason)
    }
    await expect(total(page)).toHaveText('$115.95')
  })

  test('a discount code for the full price makes the order free', async ({
    page,
    shop,
    signIn,
  }) => {
    await putInCart(page, shop.db, 'debt-to-the-lantern')
    const customer = await signIn()
    await page.goto('/checkout')
    await (await openCode(page, 'Debt to the Lantern')).fill('ONTHEHOUSE')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByRole('heading', { name: 'Nothing to pay' })).toBeVisible()
    await completePurchase(page).dblclick()
    await expect(success(page)).toBeVisible()
    const orders = await ordersOf(shop.db, customer)
    expect(orders.filter(({ type }) => type === 'free')).toMatchObject([
      { payment_status: 'finished', total_cents: 0 },
    ])
    await page.goto('/dashboard?t=subscriptions')
    await expect(page.getByText('Active: 30 days left.')).toBeVisible()
  })
})

test('a stored code for another product is not applied, and the checkout says why', async ({
  page,
  shop,
  signIn,
}) => {
  await putInCart(page, shop.db, 'perihelion')
  await page.addInitScript(() => localStorage.setItem('campaign-code', 'WELCOME10'))
  await signIn()
  await page.goto('/checkout')
  await expect(
    page.getByText(
      'Your code WELCOME10 was not applied. It is for Counter-Strike 2, which is not in your cart.',
    ),
  ).toBeVisible()
  await expect(await openCode(page, 'Perihelion')).toHaveValue('')
})
