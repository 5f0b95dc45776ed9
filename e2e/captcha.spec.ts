import type { Page, Route } from '@playwright/test'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { createUser, logIn, newPerson } from './customer.ts'
import { expect, test } from './test.ts'

const challenge = '**/api/captcha/challenge'
const missing = 'Please complete the ALTCHA challenge'

type Fault = (route: Route) => Promise<void> | void

/** Makes requests fail until stopped, and counts them. */
async function breakRequests(page: Page, address: string, fault: Fault, times = Infinity) {
  const state = { asked: 0, broken: true }
  await page.route(address, (route) => {
    state.asked += 1
    return state.broken && state.asked <= times ? fault(route) : route.continue()
  })
  return state
}

const faults: Record<string, Fault> = {
  'answers 500': (route) => route.fulfill({ status: 500, json: { detail: 'No' } }),
  'answers 429': (route) => route.fulfill({ status: 429, json: { detail: 'Too many' } }),
  'is not reached': (route) => route.abort(),
}

test.beforeEach(({ consoleErrors }) => {
  // The intended failures, and the widget's own message about them.
  consoleErrors.expected.push(/Failed to load resource/, /ALTCHA/)
})

for (const [how, fault] of Object.entries(faults)) {
  test(`a visitor who signs in after the challenge ${how} gets a new challenge`, async ({
    page,
    shop,
  }) => {
    const user = await createUser(shop.db)
    await breakRequests(page, challenge, fault, 1)
    await page.goto('/login')
    await expect(page.getByText('The check failed')).toBeVisible()
    await logIn(page, user)
    await expect(page).toHaveURL('/dashboard')
  })

  test(`the page says that the challenge ${how}, and the next click continues`, async ({
    page,
    shop,
  }) => {
    const user = await createUser(shop.db)
    const requests = await breakRequests(page, challenge, fault)
    await page.goto('/login')
    await logIn(page, user)
    await expect(page.getByText(missing)).toBeVisible()
    requests.broken = false
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/dashboard')
  })
}

test('a challenge that never arrives times out', async ({ page, shop }) => {
  const user = await createUser(shop.db)
  await page.clock.install()
  const requests = await breakRequests(page, challenge, () => {})
  await page.goto('/login')
  await expect.poll(() => requests.asked).toBe(1)
  await logIn(page, user)
  await page.clock.fastForward('00:16')
  await expect.poll(() => requests.asked).toBe(2)
  await page.clock.fastForward('00:16')
  await expect(page.getByText(missing)).toBeVisible()
  requests.broken = false
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a visitor who signs in after the challenge has expired gets a new challenge', async ({
  page,
  shop,
}) => {
  const user = await createUser(shop.db)
  await page.clock.install()
  await page.goto('/login')
  await expect(page.getByText('Verified')).toBeVisible()
  await page.clock.fastForward('11:00')
  await expect(page.getByText('The check has expired')).toBeVisible()
  await logIn(page, user)
  await expect(page).toHaveURL('/dashboard')
})

test('the correct password works after a wrong one, even if the next challenge fails', async ({
  page,
  shop,
}) => {
  const user = await createUser(shop.db)
  await page.goto('/login')
  await expect(page.getByText('Verified')).toBeVisible()
  await breakRequests(page, challenge, faults['answers 500']!, 1)
  await logIn(page, { ...user, password: 'not the one' })
  await expect(page.getByText(sentence('wrong_credentials'))).toBeVisible()
  await expect(page.getByText('The check failed')).toBeVisible()
  await logIn(page, user)
  await expect(page).toHaveURL('/dashboard')
})

test('the form waits for a check that the visitor started manually, and uses it', async ({
  page,
  shop,
}) => {
  const user = await createUser(shop.db)
  await breakRequests(page, challenge, faults['answers 500']!, 1)
  await page.goto('/login')
  await expect(page.getByText('The check failed')).toBeVisible()
  await page.getByText('I am not a robot').click()
  await logIn(page, user)
  await expect(page).toHaveURL('/dashboard')
})

for (const [what, address] of [
  ['the widget', '**/assets/altcha-*.js*'],
  ['its worker', '**/assets/pbkdf2-*.js'],
] as const) {
  test(`a visitor can sign in after ${what} failed to load`, async ({ page, shop }) => {
    const user = await createUser(shop.db)
    const requests = await breakRequests(page, address, faults['is not reached']!)
    await page.goto('/login')
    await expect.poll(() => requests.asked).toBeGreaterThan(0)
    await logIn(page, user)
    await expect(page.getByText(missing)).toBeVisible()
    requests.broken = false
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/dashboard')
  })
}

test('sign-up continues after a failed challenge', async ({ page }) => {
  const person = newPerson()
  await breakRequests(page, challenge, faults['answers 500']!, 1)
  await page.goto('/signup')
  await expect(page.getByText('The check failed')).toBeVisible()
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm password').fill(person.password)
  await page.getByRole('checkbox', { name: /^I (accept|have)/ }).check()
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible()
})

test('a request for a reset link continues after a failed challenge', async ({ page }) => {
  await breakRequests(page, challenge, faults['answers 500']!, 1)
  await page.goto('/forgot-password')
  await expect(page.getByText('The check failed')).toBeVisible()
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByLabel('Username').fill('nobody')
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible()
})

test('without HTTPS, the page says what to do instead of showing the captcha', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'isSecureContext', { value: false })
  })
  await page.goto('/login')
  await expect(page.getByText('This page was opened without HTTPS')).toBeVisible()
  await logIn(page, { username: 'somebody', password: 'Password1234' })
  await expect(page.getByText('The captcha requires HTTPS')).toBeVisible()
  await expect(page.getByText('I am not a robot')).toBeHidden()
  await expect(page.getByLabel('Username')).toHaveValue('somebody')
})
