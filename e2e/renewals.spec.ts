import type { Page } from '@playwright/test'
import { cards, fillCard, payByCard } from './card.ts'
import { putInCart } from './cart.ts'
import { endSession } from './end-session.ts'
import { ordersOf } from './orders.ts'
import { success } from './parts.ts'
import { addRenewal, comeBack, moveClock } from './renewals.ts'
import { saveCards } from './saved-cards.ts'
import { openDetails, openExpired } from './subscriptions.ts'
import { test as base, expect, expectAccessible, onAPhone } from './test.ts'

// These tests move their shop's clock, so no other file may share it.
const test = base.extend<object, { movesClock: undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of this pattern.
  movesClock: [async ({}, use) => use(undefined), { scope: 'worker', auto: true }],
})

const subscription = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
const bank = (page: Page) => page.frameLocator('iframe[title="3D Secure authentication"]')

/** A monthly renewal is charged a day before the month ends. */
const chargedAfter = 29.1

test('a customer buys two games, and the one with a renewal is charged when it is due', async ({
  page,
  shop,
  signIn,
}) => {
  await putInCart(page, shop.db, 'cs2', 'last-meridian')
  const { username } = await signIn()
  await page.goto('/checkout')
  await page.getByRole('checkbox', { name: /^Renew every month at .*: Last Meridian$/ }).uncheck()
  await expect(
    page.getByText(
      /^Your card will be charged \$34\.98 today, then \$19\.99 for Counter-Strike 2 every month from /,
    ),
  ).toBeVisible()
  await payByCard(page)
  await expect(success(page)).toBeVisible()
  await page.goto('/dashboard?t=subscriptions')
  const renewing = subscription(page, 'Counter-Strike 2')
  const ending = subscription(page, 'Last Meridian')
  await expect(renewing.getByText(/^Renews on .*: \$19\.99 from Visa ••4242$/)).toBeVisible()
  await expect(ending.getByRole('heading')).toBeVisible()
  await expect(ending.getByText(/Renews/)).toHaveCount(0)
  await page.goto('/dashboard?t=cards')
  await expect(page.getByText('Pays for the renewal of Counter-Strike 2')).toBeVisible()

  await moveClock(shop, 30.5)
  await comeBack(page, shop, username)
  await page.goto('/dashboard?t=subscriptions')
  await expect(renewing.getByText('Active: 30 days left.')).toBeVisible()
  await expect(renewing.getByText(/^Renews on/)).toBeVisible()
  await openExpired(page)
  await expect(ending.getByText('Expired')).toBeVisible()
  await page.getByRole('link', { name: 'Orders' }).click()
  await expect(page.getByRole('heading', { name: /^Order / })).toHaveCount(2)
})

test('an unpaid order without a renewal returns to the checkout without one', async ({
  page,
  shop,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/402/)
  await putInCart(page, shop.db, 'cs2')
  const { id } = await signIn()
  await page.goto('/checkout')
  const renewal = page.getByRole('checkbox', { name: /^Renew every month at / })
  await renewal.uncheck()
  await payByCard(page, cards.declined)
  await expect(page.getByRole('alert')).toBeVisible()
  const [order] = await ordersOf(shop.db, { id })
  await page.goto(`/orders/${order!.id}`)
  await page.evaluate(() => localStorage.setItem('cart', '[]'))
  await page.reload()
  await page.getByRole('link', { name: 'Back to checkout' }).click()
  await expect(renewal).not.toBeChecked()
})

onAPhone(() => {
  test('a declined renewal shows the reason, and another card pays immediately', async ({
    page,
    shop,
    signIn,
    consoleErrors,
  }) => {
    // The page after the payment may poll while the session has expired.
    consoleErrors.expected.push(/402/, /401 /)
    await putInCart(page, shop.db, 'cs2')
    const { username } = await signIn()
    await page.goto('/checkout')
    await payByCard(page, cards.emptyOnceSaved)
    await expect(success(page)).toBeVisible()
    await moveClock(shop, chargedAfter)
    await comeBack(page, shop, username)
    await page.goto('/dashboard?t=subscriptions')
    await expect(page.getByText(/^Renewal payment failed\. Next attempt /)).toBeVisible()
    await expect(page.getByText(/Your card has insufficient funds\./)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Pay now' }).click()
    await expect(page.getByRole('alert')).toHaveText('Your card has insufficient funds.')
    await page.getByRole('button', { name: 'Change card' }).click()
    await page.getByRole('button', { name: 'Add another card' }).click()
    await fillCard(page, cards.good)
    await page.getByRole('button', { name: 'Save card' }).click()
    await expect(page.getByText(/^Renews on .*: \$19\.99 from Visa ••4242$/)).toBeVisible()
    await expectAccessible(page)
  })
})

test('a customer confirms a renewal payment that requires 3-D Secure', async ({
  page,
  shop,
  signIn,
  consoleErrors,
}) => {
  // The page after the payment may poll while the session has expired.
  consoleErrors.expected.push(/402/, /401 /)
  await putInCart(page, shop.db, 'cs2')
  const { username } = await signIn()
  await page.goto('/checkout')
  await payByCard(page, cards.secure)
  await bank(page).getByRole('button', { name: 'Complete authentication' }).click()
  await expect(success(page)).toBeVisible()
  await moveClock(shop, chargedAfter)
  await comeBack(page, shop, username)
  await page.goto('/dashboard?t=subscriptions')
  await page.getByRole('button', { name: 'Confirm payment' }).click()
  await bank(page).getByRole('button', { name: 'Fail authentication' }).click()
  // The message is next to the button or, after Stripe's event, at the renewal. Either may come
  // first.
  await expect(page.getByText(/unable to authenticate/).first()).toBeVisible()
  await page.getByRole('button', { name: /Confirm payment|Pay now/ }).click()
  await bank(page).getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByText(/^Renews on .*••3184$/)).toBeVisible()
})

onAPhone(() => {
  test('a customer stops a renewal and turns it on again at the same price', async ({
    page,
    shop,
    signIn,
  }) => {
    const { id } = await signIn()
    await addRenewal(shop.db, id, { slug: 'cs2', state: 'on' })
    await page.goto('/dashboard?t=subscriptions')
    await openDetails(page, 'Counter-Strike 2')
    await page.getByRole('button', { name: 'Stop: Counter-Strike 2' }).click()
    const dialog = page.getByRole('dialog', { name: 'Stop the renewal' })
    await expectAccessible(page)
    await dialog.getByLabel('Reason (optional)').fill('Too little time')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep Editing' }).click()
    await dialog.getByRole('button', { name: 'Stop the renewal' }).click()
    await expect(page.getByText('Renewal is off', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Turn on again: Counter-Strike 2' }).click()
    await expect(page.getByText(/^Renews on .*: \$19\.99 from Visa ••4242$/)).toBeVisible()
  })
})

test('an emailed link opens a page that stops a renewal without signing in', async ({
  page,
  shop,
  signIn,
}) => {
  await putInCart(page, shop.db, 'cs2')
  const { email, username } = await signIn()
  await page.goto('/checkout')
  await payByCard(page)
  await expect(success(page)).toBeVisible()
  // The page after the payment would poll while the session has expired.
  await page.goto('/health/live')
  await moveClock(shop, 27)
  const link = await linkTo('/stop-renewal', shop.sandboxUrl, email)
  await endSession(page)
  await page.goto(link)
  await expect(page.getByText(/renews every month at \$19\.99/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Stop the renewal' }).click()
  await expect(page.getByText(/does not renew/)).toBeVisible()
  await comeBack(page, shop, username)
  await page.goto('/dashboard?t=subscriptions')
  await expect(page.getByText(/Renewal is off$/)).toBeVisible()
})

test('buying another term asks whether it replaces the existing renewal', async ({
  page,
  shop,
  signIn,
}) => {
  const { id } = await signIn()
  await addRenewal(shop.db, id, { slug: 'cs2', state: 'on' })
  await saveCards(page, shop, [{ number: cards.good }])
  const product = await shop.db
    .selectFrom('products')
    .select('id')
    .where('slug', '=', 'cs2')
    .executeTakeFirstOrThrow()
  await page.goto(`/cart?add=${product.id}&plan=3m`)
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  const asked = page.getByRole('group', { name: 'Replace your monthly renewal?' })
  await expect(asked.getByRole('radio', { name: 'Keep: every month at $19.99' })).toBeChecked()
  await asked.getByText('Replace: every 3 months at $53.97').click()
  await expect(
    page.getByText(/then \$53\.97 for Counter-Strike 2 every 3 months from /),
  ).toBeVisible()
  await expectAccessible(page)
  // With the saved card, which is already selected.
  await page.getByRole('button', { name: 'Complete Purchase' }).click()
  await expect(success(page)).toBeVisible()
  await page.goto('/dashboard?t=subscriptions')
  await expect(page.getByText(/^Renews on .*: \$53\.97 from Visa ••4242$/)).toBeVisible()
})

/** The first link to that page in a mail to the address, once it has arrived. */
async function linkTo(path: string, sandboxUrl: string, to: string): Promise<string> {
  let link: string | undefined
  await expect
    .poll(async () => {
      const mails = await fetch(`${sandboxUrl}/control/mail?to=${to}`)
      const text = JSON.stringify(await mails.json())
      link = text.match(new RegExp(`https?://[^\\s"\\\\<>]*${path}\\?token=[\\w.%~-]+`))?.[0]
      return link
    })
    .toBeDefined()
  return link!
}
