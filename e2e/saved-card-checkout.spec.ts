import type { Page } from '@playwright/test'
import type { Database } from '#server/kernel/database/database.ts'
import { cards, completePurchase, fillCard } from './card.ts'
import { addHiddenProduct, holdInCart, openCode, putInCart } from './cart.ts'
import { hold } from './hold.ts'
import { ordersOf } from './orders.ts'
import { success } from './parts.ts'
import { control } from './sandbox.ts'
import { saveCards } from './saved-cards.ts'
import { expect, expectAccessible, test } from './test.ts'

const mastercard = '5555555555554444'
const bank = (page: Page) => page.frameLocator('iframe[title="3D Secure authentication"]')
const typed = (page: Page) =>
  page.frameLocator('iframe[title="Secure payment input frame"]').getByLabel('Card number')
const total = (page: Page) =>
  page.getByRole('region', { name: 'Order Summary' }).getByRole('definition').last()

/** Expects that the customer's only order is paid, and that the page says so. */
async function expectPaid(page: Page, db: Database, customer: { id: number }, total_cents: number) {
  await expect(success(page)).toBeVisible()
  expect(await ordersOf(db, customer)).toMatchObject([{ payment_status: 'finished', total_cents }])
}

test('a typed card stays when the customer enters a code or switches a renewal', async ({
  page,
  shop,
  signIn,
}) => {
  await putInCart(page, shop.db, 'cs2')
  const customer = await signIn()
  await page.goto('/checkout')
  await fillCard(page, cards.good)
  const code = await openCode(page, 'Counter-Strike 2')
  await code.fill('welcome10')
  await code.press('Enter')
  await expect(total(page)).toHaveText('$17.99')
  await page.getByRole('checkbox', { name: /^Renew every month/ }).uncheck()
  await expect(
    page.getByText('Your card will be charged $17.99 today. No renewal is on'),
  ).toBeVisible()
  await expect(typed(page)).toHaveValue('4242 4242 4242 4242')
  await completePurchase(page).click()
  await expectPaid(page, shop.db, customer, 1799)
})

test('a price change before the click charges nothing, and the next click pays the new price', async ({
  page,
  shop,
  signIn,
}) => {
  const { id, name } = await addHiddenProduct(shop.db)
  await shop.db.updateTable('products').set({ hidden: false }).where('id', '=', id).execute()
  await holdInCart(page, [{ id, name, price_cents: 999 }])
  const customer = await signIn()
  await page.goto('/checkout')
  await expect(total(page)).toHaveText('$9.99')
  await fillCard(page, cards.good)
  // The price changes after the page has shown it and before the order is placed.
  await shop.db.updateTable('products').set({ price_cents: 1299 }).where('id', '=', id).execute()
  await completePurchase(page).click()
  await expect(page.getByRole('alert')).toHaveText(
    'The price has changed to $12.99. Nothing has been charged. Please review your order and try again.',
  )
  await expect(total(page)).toHaveText('$12.99')
  expect(await ordersOf(shop.db, customer)).toMatchObject([{ payment_status: 'waiting' }])
  await completePurchase(page).click()
  await expectPaid(page, shop.db, customer, 1299)
})

test('a click that leaves the code field waits for the price, and pays the price that was shown', async ({
  page,
  shop,
  signIn,
}) => {
  await putInCart(page, shop.db, 'cs2')
  const customer = await signIn()
  await page.goto('/checkout')
  await fillCard(page, cards.good)
  const code = await openCode(page, 'Counter-Strike 2')
  const press = completePurchase(page)

  // A misspelled code must not make the customer pay the full price unnoticed.
  await code.fill('welcome 10')
  await press.click()
  await expect(page.getByRole('alert')).toContainText('Nothing has been charged')
  await code.fill('nothing-like-it')
  await press.click()
  await expect(page.getByRole('alert')).toHaveText(
    'This discount code does not exist. Nothing has been charged. Please review your order and try again.',
  )
  await code.fill('welcome10')
  await press.click()
  await expect(page.getByRole('alert')).toHaveText(
    'The price has changed to $17.99. Nothing has been charged. Please review your order and try again.',
  )
  await code.fill('')
  await press.click()
  await expect(page.getByRole('alert')).toContainText('The price has changed to $19.99')
  expect(await ordersOf(shop.db, customer)).toEqual([])

  await code.fill('nothing-like-it')
  await code.press('Enter')
  await expect(page.getByText('This discount code does not exist')).toBeVisible()
  // Without the code, the page shows the same price as with it.
  await code.fill('')
  const quotes = await hold(page, '**/api/payment/quote')
  await press.dblclick()
  await expect.poll(() => quotes.count).toBe(1)
  expect(await ordersOf(shop.db, customer)).toEqual([])
  quotes.letGo()
  await expectPaid(page, shop.db, customer, 1999)
})

test('the default card is preselected, passes 3-D Secure and also pays the renewal', async ({
  page,
  shop,
  signIn,
}) => {
  await putInCart(page, shop.db, 'cs2')
  await signIn()
  await saveCards(page, shop, [
    { number: cards.good },
    { number: '378282246310005' },
    { number: mastercard, expYear: 2020 },
  ])
  const kept: { id: string; default: boolean }[] = await (
    await page.request.get(`${shop.url}/api/user/cards`)
  ).json()
  const { id } = kept.find((card) => card.default)!
  await control(shop, `stripe/cards/${id}/behave`, { does: 'authentication_required' })
  await page.goto('/checkout')
  await expect(page.getByRole('radio', { name: 'Visa ending in 4242' })).toBeChecked()
  await expect(
    page.getByRole('radio', { name: 'Mastercard ending in 4444 Expired' }),
  ).toBeDisabled()
  await expect(page.locator('iframe')).toHaveCount(0)
  await completePurchase(page).click()
  await bank(page).getByRole('button', { name: 'Complete authentication' }).click()
  await expect(success(page)).toBeVisible()
  await page.goto('/dashboard?t=subscriptions')
  await expect(page.getByText(/^Renews on .*: \$19\.99 from Visa ••4242$/)).toBeVisible()
})

test('if a saved card is declined or removed elsewhere, another card pays the same order', async ({
  page,
  shop,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/40[024] /)
  await putInCart(page, shop.db, 'last-meridian')
  const customer = await signIn()
  await saveCards(page, shop, [{ number: cards.good }, { number: mastercard }])
  const kept = await (await page.request.get(`${shop.url}/api/user/cards`)).json()
  const [second, first] = kept as { id: string }[]
  await control(shop, `stripe/cards/${first!.id}/behave`, { does: 'expired_card' })
  await page.goto('/checkout')
  await completePurchase(page).click()
  await expect(page.getByRole('alert')).toHaveText('Your card has expired.')
  await page.getByText('Another card', { exact: true }).click()
  await fillCard(page, cards.good)
  await page.getByRole('radio', { name: 'Mastercard ending in 4444' }).check({ force: true })
  await page.request.delete(`${shop.url}/api/user/cards/${second!.id}`, {
    headers: { origin: shop.url },
  })
  await completePurchase(page).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Mastercard ending in 4444 has been removed. Nothing has been charged. Please choose another card.',
  )
  await expect(page.getByRole('radio', { name: 'Mastercard' })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByText('Another card', { exact: true }).click()
  await expect(typed(page)).toHaveValue('4242 4242 4242 4242')
  await completePurchase(page).click()
  await expect(success(page)).toBeVisible()
  expect(await ordersOf(shop.db, customer)).toMatchObject([{ payment_status: 'finished' }])
})
