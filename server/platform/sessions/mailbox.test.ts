import { expect, test } from 'vitest'
import { sessions } from '#contract/platform/sessions.ts'
import { solveCaptcha } from '#server/kernel/testing/captcha.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { receive } from '#server/kernel/testing/mailbox.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { deviceOf } from './new-sign-in.ts'
import { createUser, logIn, newPerson, password, signUp } from './testing/people.ts'

const shop = await fileFixture(openTestShop({ withSandbox: true }))

/** Returns the token of the link in the mail to a path of this site. */
function linkIn(html: string, path: string): string {
  const [, link] = new RegExp(`href="([^"]*${path}\\?token=[^"]*)"`).exec(html)!
  const { origin, searchParams } = new URL(link!)
  expect(origin).toBe(shop.shop.config.siteUrl)
  return searchParams.get('token')!
}

test('a new customer verifies with the mailed link', async () => {
  const person = newPerson()
  await signUp(shop, person)
  const [mail, ...others] = await receive(shop, person.email)
  expect(others).toEqual([])
  expect(mail!.subject).toBe('Verify your email for Loadout')
  const token = linkIn(mail!.html, '/verify-email')
  expect(mail!.text).toContain(`/verify-email?token=${token}`)
  expect((await shop.call(sessions.verifyEmail, { query: { token } })).status).toBe(200)
  expect((await logIn(shop, person)).status).toBe(200)
})

test('a forgotten password is reset with the mailed link, and the change is mailed', async () => {
  const { username, email } = await createUser(shop)
  const body = { username, email, token: await solveCaptcha(shop.app) }
  expect((await shop.call(sessions.forgotPassword, { body })).status).toBe(200)
  const [mail] = await receive(shop, email)
  expect(mail!.subject).toBe('Reset your Loadout password')
  const token = linkIn(mail!.html, '/reset-password')
  expect(mail!.text).toContain(`/reset-password?token=${token}`)
  const reset = { query: { token }, body: 'Daybreak8' }
  expect((await shop.call(sessions.resetPassword, reset as never)).status).toBe(200)
  const [, told] = await receive(shop, email)
  expect(told!.subject).toBe('Your Loadout password was changed')
  expect(told!.text).toContain('/forgot-password')
})

test('a sign-up with the address of an account is mailed to its owner', async () => {
  const owner = await createUser(shop)
  await signUp(shop, { ...newPerson(), email: owner.email })
  const [mail, ...others] = await receive(shop, owner.email)
  expect(others).toEqual([])
  expect(mail!.subject).toBe('You already have a Loadout account')
  expect(mail!.text).toContain(owner.username)
})

test('mails a sign-in from a new browser, except the first one', async () => {
  const user = await createUser(shop)
  const first = await logIn(shop, user)
  expect(first.status).toBe(200)
  expect(await receive(shop, user.email)).toEqual([])

  const browser = first.response.cookies.find(({ name }) => name === 'browser')!
  const cookie = `browser=${browser.value}`
  expect((await logIn(shop, { ...user, cookie })).status).toBe(200)
  expect(await receive(shop, user.email)).toEqual([])

  const wrong = await logIn(shop, { ...user, password: 'not the one' })
  expect(wrong.status).toBe(401)
  expect(await receive(shop, user.email)).toEqual([])

  const body = { username: user.username, password, token: await solveCaptcha(shop.app) }
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/141.0 Safari/537' }
  expect((await shop.call(sessions.login, { body }, { headers })).status).toBe(200)
  const [mail, ...others] = await receive(shop, user.email)
  expect(others).toEqual([])
  expect(mail!.subject).toBe('New sign-in to your Loadout account')
  expect(mail!.text).toContain('Device: Chrome on Windows\nIP address: 127.0.0.1')
  expect(mail!.text).toContain('/forgot-password')
})

test('devices are named as people call them', () => {
  const named: [string | undefined, string][] = [
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/141.0 Safari/537.36 Edg/141.0', 'Edge on Windows'],
    [
      'Mozilla/5.0 (Linux; Android 15; SM) SamsungBrowser/27 Chrome/125 Mobile Safari/537',
      'Samsung Internet on Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/141 Safari/604',
      'Chrome on iOS',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15',
      'Safari on macOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    ['curl/8.0 (Linux)', 'A browser on Linux'],
    ['<script>', 'Unknown device'],
    [undefined, 'Unknown device'],
  ]
  expect(named.map(([agent]) => deviceOf(agent))).toEqual(named.map(([, name]) => name))
})
