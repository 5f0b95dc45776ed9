import { sentence } from '#server/kernel/testing/sentence.ts'
import { issueToken } from '#server/platform/sessions/mailed-tokens.ts'
import { payByCard } from './card.ts'
import { putInCart } from './cart.ts'
import { createUser, logIn, newPerson } from './customer.ts'
import { ordersOf } from './orders.ts'
import { success } from './parts.ts'
import { openMailbox } from './sandbox.ts'
import { atBothWidths, expect, expectAccessible, test } from './test.ts'

atBothWidths(() => {
  test('the checkout redirects a visitor to the sign-in and back', async ({ page, shop }) => {
    await putInCart(page, shop.db, 'cs2')
    const user = await createUser(shop.db)
    await page.goto('/cart')
    const proceed = page.getByRole('link', { name: 'Proceed to Checkout' })
    await proceed.click()
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
    await page.goBack()
    await proceed.click()
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
    await logIn(page, user)
    await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
    await expect(page.getByText('Counter-Strike 2', { exact: true })).toBeAttached()
  })

  test('a new customer with a cart can continue to the checkout from either tab', async ({
    page,
    shop,
  }) => {
    await putInCart(page, shop.db, 'cs2')
    const person = newPerson()
    await page.goto('/signup')
    await page.getByLabel('Username').fill(person.username)
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByLabel('Confirm password').fill(person.password)
    await page.getByRole('checkbox', { name: 'I accept the terms' }).check()
    await page.getByRole('button', { name: 'Sign Up' }).click()
    const toCheckout = { name: 'Continue to Checkout' }
    await expect(page.getByRole('link', toCheckout)).toBeVisible()
    await expectAccessible(page)

    const tab = await page.context().newPage()
    await openMailbox(tab, shop, person.email)
    await tab.getByRole('link', { name: /Verify your email/ }).click()
    await tab.frameLocator('iframe.letter').getByRole('link', { name: 'Verify my email' }).click()
    await expect(tab.getByRole('link', { name: 'Go to Login' })).toBeVisible()
    await tab.getByRole('link', toCheckout).click()
    await logIn(tab, person)
    await expect(tab).toHaveURL('/checkout')
    await expect(tab.getByText('Counter-Strike 2', { exact: true })).toBeAttached()

    await page.getByRole('link', toCheckout).click()
    await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  })

  test('a verification link opened in another browser verifies after a click', async ({
    page,
    shop,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/400 .*\/user\/verify_email/)
    const user = await createUser(shop.db, { verified: false })
    const token = await issueToken(shop.db, user, 'verify')
    const button = page.getByRole('button', { name: 'Verify Email' })
    await page.goto(`/verify-email?token=${token}`)
    await expect(button).toBeFocused()
    const stored = shop.db.selectFrom('users').select('verified_at').where('id', '=', user.id)
    expect(await stored.executeTakeFirst()).toEqual({ verified_at: null })
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Email Verified' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to Login' })).toBeFocused()
    expect((await stored.executeTakeFirst())!.verified_at).not.toBeNull()

    await page.goto(`/verify-email?token=${'x'.repeat(43)}`)
    await button.click()
    await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible()
    await expect(page.getByLabel('Email address of your account')).toBeFocused()
  })

  test('a password reset started at the checkout returns to the checkout', async ({
    page,
    shop,
    consoleErrors,
  }) => {
    // The script that fills the cart also runs in the frame of the mail.
    consoleErrors.expected.push(/document is sandboxed/)
    await putInCart(page, shop.db, 'cs2')
    const user = await createUser(shop.db)
    await page.goto('/checkout')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByLabel('Email').fill(user.email)
    await page.getByLabel('Username').fill(user.username)
    await page.getByRole('button', { name: 'Send Reset Link' }).click()
    await expect(page.getByText('we have sent a link to reset the password')).toBeVisible()
    await openMailbox(page, shop, user.email)
    await page.getByRole('link', { name: /password/ }).click()
    await page
      .frameLocator('iframe.letter')
      .getByRole('link', { name: 'Choose a new password' })
      .click()
    const password = 'Daybreak82'
    await page.getByLabel('New password').fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await logIn(page, { ...user, password })
    await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  })

  test('a wrong password shows an error, and the correct one signs in', async ({
    page,
    shop,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/401 .*\/api\/login/)
    const user = await createUser(shop.db)
    await page.goto('/login')
    const mayBeRefused = page.getByText('the correct password can be rejected for 15 minutes')
    await logIn(page, { ...user, password: 'not the one' })
    await expect(page.getByRole('alert')).toHaveText(sentence('wrong_credentials'))
    await expect(mayBeRefused).toHaveCount(0)
    await logIn(page, { ...user, password: 'not this one' })
    await expect(mayBeRefused).toBeVisible()
    await expect(page.getByRole('alert')).toHaveText(sentence('wrong_credentials'))
    await expectAccessible(page)
    await logIn(page, user)
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('main').getByText(user.email)).toBeVisible()
  })
})

test.describe('desktop', () => {
  test('an unverified account can resend the verification email once a minute', async ({
    page,
    shop,
    consoleErrors,
  }) => {
    consoleErrors.expected.push(/403 .*\/api\/login/, /429 .*\/api\/user\/resend_verification/)
    const user = await createUser(shop.db, { verified: false })
    await page.clock.install()
    await page.goto('/login')
    await logIn(page, { ...user, username: user.email })
    await expect(page.getByRole('alert')).toHaveText(sentence('unverified'))
    await expect(page.locator('altcha-widget')).toHaveCount(1)
    await page.getByRole('button', { name: 'Resend Email' }).click()
    await expect(page.getByText('Verification email sent')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Resend in (60|[45]\d)s$/ })).toBeDisabled()
    // Advances only the page's clock. The server still counts.
    await page.clock.fastForward('01:00')
    await page.getByRole('button', { name: 'Resend Email' }).click()
    await expect(page.getByText(sentence('mail_too_soon'))).toBeVisible()
    await openMailbox(page, shop, user.email)
    await expect(page.getByRole('listitem')).toHaveText(/Verify your email/)
  })
})

test('signing in before the challenge has loaded waits for it', async ({ page, shop }) => {
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/assets/altcha-*.js', async (route) => {
    await held
    await route.continue()
  })
  const user = await createUser(shop.db)
  await page.goto('/login')
  await logIn(page, user)
  await expect(page.getByRole('button', { name: 'Sign In' })).toHaveAttribute('aria-busy', 'true')
  letThrough()
  await expect(page).toHaveURL('/dashboard')
})

test.describe('a session that has ended', () => {
  test.beforeEach(async ({ page, shop, consoleErrors }) => {
    consoleErrors.expected.push(/401 /)
    await putInCart(page, shop.db, 'cs2')
  })

  test('before the order is placed: the cart is kept after signing in', async ({ page, shop }) => {
    const user = await createUser(shop.db)
    await page.goto('/login?origin=/checkout')
    await logIn(page, user)
    // All automatic requests of the page have responses.
    await expect(page.locator('iframe')).toBeVisible()
    await page.getByText('Cryptocurrency').click()
    await shop.db.deleteFrom('sessions').where('user_id', '=', user.id).execute()
    await page.getByRole('button', { name: 'Proceed to Payment' }).click()
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
    await logIn(page, user)
    await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
    await page.getByText('Cryptocurrency').click()
    await page.getByRole('button', { name: 'Proceed to Payment' }).click()
    await expect(page.getByText('Waiting for payment...')).toBeVisible()
  })

  test('while the card is typed: nothing is charged until the customer has signed in again', async ({
    page,
    shop,
  }) => {
    const user = await createUser(shop.db)
    await page.goto('/login?origin=/checkout')
    await logIn(page, user)
    await expect(page.locator('iframe')).toBeVisible()
    await shop.db.deleteFrom('sessions').where('user_id', '=', user.id).execute()
    await payByCard(page)
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
    expect(await ordersOf(shop.db, user)).toEqual([])
    await logIn(page, user)
    await payByCard(page)
    await expect(success(page)).toBeVisible()
    expect(await ordersOf(shop.db, user)).toMatchObject([{ payment_status: 'finished' }])
  })
})

test('signing in with blocked cookies shows why it fails', async ({ page, shop }) => {
  const user = await createUser(shop.db)
  await page.route('**/api/login', async (route) => {
    const response = await route.fetch()
    const { 'set-cookie': _, ...headers } = response.headers()
    await page.context().clearCookies()
    await route.fulfill({ response, headers })
  })
  await page.goto('/login')
  await logIn(page, user)
  await expect(page.getByRole('alert')).toContainText('blocks cookies')
  await expect(page.getByLabel('Username')).toHaveValue(user.username)
  await page.unroute('**/api/login')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/dashboard')
})
