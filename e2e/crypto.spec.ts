import type { Page } from '@playwright/test'
import { findProduct, putInCart } from './cart.ts'
import { expectStatus, ordersOf } from './orders.ts'
import { payCrypto } from './sandbox.ts'
import { atBothWidths, expect, expectAccessible, test } from './test.ts'

const poll = '00:20'
const expired = (page: Page) => page.getByRole('heading', { name: 'Payment Time Expired' })
const confirmed = (page: Page) => page.getByRole('heading', { name: 'Payment Confirmed' })
const timer = (page: Page) => page.getByRole('timer')

/** Checks out the cart. Returns the id of the order whose payment page is then open. */
async function orderWithCrypto(page: Page, currency = 'btc') {
  await page.goto('/checkout')
  await page.getByText('Cryptocurrency').click()
  await page.getByLabel('Currency', { exact: true }).selectOption(currency)
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await page.waitForURL(/\/crypto-payment\?order=/)
  return new URL(page.url()).searchParams.get('order')!
}

test.beforeEach(async ({ page, shop }) => {
  // Installed so that the test need not wait for the page's polls and countdowns.
  await page.clock.install()
  await putInCart(page, shop.db, 'last-meridian')
})

atBothWidths(() => {
  test('a customer cancels an unpaid order in the list of orders', async ({
    page,
    shop,
    signIn,
  }) => {
    const customer = await signIn()
    await orderWithCrypto(page)
    await page.goto('/dashboard?t=orders')
    await page.getByRole('button', { name: 'Cancel Order' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel Order' }).click()
    await expect(page.getByText('Order cancelled')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Pay', exact: true })).toHaveCount(0)
    expect(await ordersOf(shop.db, customer)).toMatchObject([{ payment_status: 'expired' }])
  })

  test('the payment page shows when a crypto payment is confirmed', async ({
    page,
    shop,
    signIn,
  }) => {
    await signIn()
    const order = await orderWithCrypto(page)
    await expect(page.getByText('Waiting for payment...')).toBeVisible()
    await expect(timer(page)).toHaveText(/^(60:00|59:\d\d)$/)
    await expect(page.getByText(/^bc1q/)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible()
    await payCrypto(shop, order, 'confirm')
    await expectStatus(shop.db, order, 'finished')
    await page.clock.fastForward(poll)
    await expect(confirmed(page)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go to Dashboard' }).click()
    await expect(page).toHaveURL('/dashboard?t=loader')
    await page.getByRole('link', { name: 'Orders' }).click()
    await expect(page.getByText('Finished')).toBeVisible()
  })
})

test.describe('desktop', () => {
  test('an emailed link opens the checkout with the currency of the last payment', async ({
    page,
    shop,
    signIn,
  }) => {
    await signIn()
    const product = await findProduct(shop.db, 'perihelion')
    await page.goto(`/cart?add=${product.id}&plan=3m&pay=ltc`, { waitUntil: 'commit' })
    await expect(page).toHaveURL('/checkout?pay=ltc')
    await expect(page.getByLabel('Currency', { exact: true })).toHaveValue('ltc')
    await expect(page.getByText('Perihelion', { exact: true })).toBeVisible()
    // If the coin is no longer offered, the page does not switch to another payment method.
    await page.goto('/checkout?pay=nocoin')
    await expect(page.getByRole('radio', { name: 'Cryptocurrency' })).toBeChecked()
    await expect(page.getByLabel('Currency', { exact: true })).toBeVisible()
  })

  test('a payment after the window has closed completes the order, even without a webhook', async ({
    page,
    context,
    shop,
    signIn,
    misbehave,
  }) => {
    await signIn()
    const order = await orderWithCrypto(page)
    await expect(timer(page)).toBeVisible()
    await page.clock.fastForward('01:00:00')
    await expect(expired(page)).toBeVisible()
    await expectAccessible(page)
    await expect(page.getByRole('button', { name: 'Back to Checkout' })).toBeVisible()
    await payCrypto(shop, order, 'expire')
    await expectStatus(shop.db, order, 'expired')
    await misbehave({ nowpayments: { webhooks: { lost: true } } })
    await payCrypto(shop, order, 'pay-late')
    const theirs = await context.cookies()
    const paying = page.url()
    await signIn({ support: true })
    await page.goto(`/admin/orders/${order}`)
    await page.getByRole('button', { name: 'Check with provider' }).click()
    await expect(page.getByText('Payment status checked')).toBeVisible()
    await expect(page.getByText('Finished', { exact: true }).first()).toBeVisible()
    await context.addCookies(theirs)
    await page.goto(paying)
    await expect(confirmed(page)).toBeVisible()
    await page.goto('/dashboard?t=subscriptions')
    await expect(page.getByText('Active: 30 days left.')).toBeVisible()
  })

  test('returning to the checkout from an expired payment refills the cart', async ({
    page,
    signIn,
  }) => {
    await signIn()
    await orderWithCrypto(page)
    await expect(timer(page)).toBeVisible()
    await page.clock.fastForward('01:00:00')
    await page.getByRole('button', { name: 'Back to Checkout' }).click()
    await expect(page).toHaveURL(/\/checkout$/)
    await expect(page.getByRole('heading', { name: 'Order Summary' })).toBeVisible()
    await expect(page.getByText('Your cart is empty')).toBeHidden()
  })

  test('choosing another currency cancels the order and returns its products to the cart', async ({
    page,
    shop,
    signIn,
  }) => {
    await signIn()
    const order = await orderWithCrypto(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.getByRole('button', { name: 'Choose another currency' }).click()
    await expect(page).toHaveURL(/\/checkout$/)
    await expectStatus(shop.db, order, 'expired')
    await expect(page.getByRole('radio', { name: 'Cryptocurrency' })).toBeChecked()
    // The delay after which a card form would be requested has passed.
    await page.clock.fastForward(1000)
    await expect(page.getByLabel('Currency', { exact: true })).toBeVisible()
    expect(asked).not.toContain('/api/payment/create-checkout-session')
    await page.goto('/cart')
    await expect(page.getByRole('main').locator('img').first()).toBeVisible()
    expect(await orderWithCrypto(page, 'ltc')).not.toBe(order)
    await expect(page.getByRole('img', { name: 'QR code for your wallet' })).toBeVisible()
    await expectAccessible(page)
  })

  test('an underpaid order asks for the remaining amount', async ({ page, shop, signIn }) => {
    await signIn()
    const order = await orderWithCrypto(page, 'usdttrc20')
    await expect(page.getByText('14.99 USDT')).toBeVisible()
    await payCrypto(shop, order, 'underpay')
    await expectStatus(shop.db, order, 'partially_paid')
    await page.clock.fastForward(poll)
    await expect(page.getByText('8.994 of 14.99 USDT has arrived.')).toBeVisible()
    await expectAccessible(page)
    await expect(page.getByRole('main').getByRole('strong')).toHaveText('5.996 USDT')
    await page.goto('/dashboard?t=orders')
    await expect(page.getByText('5.996 USDT (TRC20) (about $6.00) is still due.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Pay the rest' }).click()
    await expect(page.getByText('8.994 of 14.99 USDT has arrived.')).toBeVisible()
    await payCrypto(shop, order, 'confirm')
    await expectStatus(shop.db, order, 'finished')
    await page.clock.fastForward(poll)
    await expect(confirmed(page)).toBeVisible()
  })

  test("'Pay' on a waiting order continues it with the remaining time", async ({
    page,
    shop,
    signIn,
  }) => {
    await signIn()
    const order = await orderWithCrypto(page)
    const address = await page.getByText(/^bc1q/).textContent()
    await shop.db
      .updateTable('payments')
      .set({ expires_at: new Date(Date.now() + 775_000) })
      .where('order_id', '=', order)
      .execute()
    await page.goto('/dashboard?t=orders')
    await expect(page.getByText('Waiting')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Pay', exact: true })).toBeVisible()
    await page.goto('/checkout')
    await expect(page.getByText('You have an unpaid order: Last Meridian')).toBeVisible()
    await page.getByRole('link', { name: 'Go to Payment' }).click()
    await expect(page.getByText(address!)).toBeVisible()
    await expect(timer(page)).toHaveText(/^1[0-2]:\d\d$/)
    await page.reload()
    await expect(page.getByText(address!)).toBeVisible()
    await expect(timer(page)).toHaveText(/^1[0-2]:\d\d$/)
  })
})

test('a Lightning invoice can be copied and paid', async ({ page, shop, signIn }) => {
  await signIn()
  const order = await orderWithCrypto(page, 'btcln')
  await expect(page.getByText('To this invoice')).toBeVisible()
  await expect(page.getByText(/^lnbc/)).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR code for your wallet' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy invoice' })).toBeVisible()
  await expectAccessible(page)
  await payCrypto(shop, order, 'confirm')
  await expectStatus(shop.db, order, 'finished')
  await page.clock.fastForward(poll)
  await expect(confirmed(page)).toBeVisible()
})

test('the payment page shows the memo of a currency that needs one', async ({ page, signIn }) => {
  await signIn()
  await orderWithCrypto(page, 'xrp')
  await expect(page.getByText('Memo or destination tag')).toBeVisible()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy address' }).click()
  await expect(page.getByText('Address copied to clipboard')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  await expect(page.getByText(copied)).toBeVisible()
})

test('a second click on the button places no second order', async ({ page, shop, signIn }) => {
  const customer = await signIn()
  await page.goto('/checkout')
  await page.getByText('Cryptocurrency').click()
  await page.getByRole('button', { name: 'Proceed to Payment' }).dblclick()
  await page.waitForURL(/\/crypto-payment\?order=/)
  expect(await page.evaluate(() => String(getSelection()))).toBe('')
  const orders = await ordersOf(shop.db, customer)
  expect(orders.filter(({ type }) => type === 'crypto')).toHaveLength(1)
})

test('a pending payment continues while the store is closed', async ({
  page,
  shop,
  signIn,
  consoleErrors,
}) => {
  // The steps after the payment cannot be loaded until the store is open.
  consoleErrors.expected.push(/503 /)
  await signIn()
  // The checkout loads pending orders once, and an empty checkout would load them again. Records
  // the requests, to show that it never appears on the way.
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const order = await orderWithCrypto(page)
  const close = (maintenance_mode: boolean) =>
    shop.db.updateTable('settings').set({ maintenance_mode }).execute()
  await close(true)
  try {
    const status = async (path: string) => (await page.request.get(path)).status()
    await expect.poll(() => status('/store')).toBe(503)
    expect(await status('/checkout')).toBe(503)
    expect(await status('/checkout/success')).toBe(200)
    await page.goto(`/crypto-payment?order=${order}`)
    await expect(page.getByText(/^bc1q/)).toBeVisible()
    await payCrypto(shop, order, 'confirm')
    await expectStatus(shop.db, order, 'finished')
    await page.clock.fastForward(poll)
    await expect(confirmed(page)).toBeVisible()
    expect(asked.filter((path) => path === '/api/user/orders')).toHaveLength(1)
  } finally {
    await close(false)
    await expect.poll(async () => (await page.request.get('/store')).status()).toBe(200)
  }
})
