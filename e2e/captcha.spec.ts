import { createUser, logIn } from './customer.ts'
import { expect, test } from './test.ts'

test.beforeEach(({ consoleErrors }) => {
  // The intended failures, and the widget's own message about them.
  consoleErrors.expected.push(/Failed to load resource/, /ALTCHA/)
})

test('a visitor can sign in after a challenge has failed', async ({ page, shop }) => {
  const user = await createUser(shop.db)
  const challenge = '**/api/captcha/challenge'
  await page.route(challenge, (route) => route.fulfill({ status: 500, json: { detail: 'No' } }))
  await page.goto('/login')
  await expect(page.getByText('The check failed')).toBeVisible()
  await page.unroute(challenge)
  await logIn(page, user)
  await expect(page).toHaveURL('/dashboard')
})

test('a visitor can sign in after the widget failed to load', async ({ page, shop }) => {
  const user = await createUser(shop.db)
  const state = { asked: 0, broken: true }
  await page.route('**/assets/altcha-*.js*', (route) => {
    state.asked += 1
    return state.broken ? route.abort() : route.continue()
  })
  await page.goto('/login')
  await expect.poll(() => state.asked).toBeGreaterThan(0)
  await logIn(page, user)
  await expect(page.getByText('Please complete the ALTCHA challenge')).toBeVisible()
  state.broken = false
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/dashboard')
})
