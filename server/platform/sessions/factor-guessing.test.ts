import { expect, test } from 'vitest'
import { devices } from '#contract/licensing/devices.ts'
import { secondFactor } from '#contract/platform/second-factor.ts'
import { sessions } from '#contract/platform/sessions.ts'
import { startSessionOf } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop, type TestShop } from '#server/kernel/testing/shop.ts'
import { issueToken } from './mailed-tokens.ts'
import { codeOf, freshCode, withFactor } from './testing/factor.ts'
import { logIn, password } from './testing/people.ts'

const shop: TestShop = await fileFixture(openTestShop({ withMail: true }))

test('mailbox access does not allow unlimited guesses of codes through password resets', async () => {
  const { user, secret, recoveryCodes } = await withFactor(shop)
  const guesses: number[] = []
  for (let round = 0; round < 3; round++) {
    const token = await issueToken(shop.db, user, 'reset')
    const body = `Daybreak-${round}`
    const { response } = await shop.call(sessions.resetPassword, { query: { token }, body })
    const browser = response.cookies.find(({ name }) => name === 'browser')!.value
    for (let n = 0; n < 8; n++) {
      const guess = { ...user, password: body, code: codeOf(secret, 100 + n) }
      guesses.push((await logIn(shop, { ...guess, cookie: `browser=${browser}` })).status)
    }
  }
  expect(guesses).toEqual([...Array(20).fill(400), ...Array(4).fill(429)])
  const known = { ...user, password: 'Daybreak-2' }
  const code = await freshCode(shop, user.id, secret)
  expect((await logIn(shop, { ...known, code })).code).toBe('too_many_code_guesses')
  // A recovery code has 80 bits and cannot be guessed, so the owner is not locked out.
  expect((await logIn(shop, { ...known, code: recoveryCodes[0]! })).status).toBe(200)
})

test('codes from sessions have a separate limit, also in concurrent requests', async () => {
  const { user, cookie, secret } = await withFactor(shop)
  const other = `session=${await startSessionOf(shop.db, user.id)}`
  const calls = [
    (n: number) => {
      const body = { password, code: codeOf(secret, 100 + n) }
      return shop.call(secondFactor.turnOff, { body }, { cookie })
    },
    (n: number) => {
      const body = { code: codeOf(secret, 100 + n) }
      return shop.call(devices.release, { params: { id: 1 }, body }, { cookie: other })
    },
  ]
  const guess = (n: number) => calls[n % 2]!(n)
  const together = await Promise.all(Array.from({ length: 10 }, (_, n) => guess(n)))
  const checked = together.filter(({ status }) => status === 400).length
  expect(checked).toBeLessThanOrEqual(5)
  for (let n = checked; n < 5; n++) expect((await guess(n)).code).toBe('wrong_factor_code')
  for (const n of [0, 1]) expect((await guess(n)).code).toBe('too_many_code_guesses')
  const logged = await shop.db
    .selectFrom('logs')
    .select('message')
    .where('user_id', '=', user.id)
    .execute()
  expect(logged).toContainEqual({
    message: expect.stringContaining('wrong two-factor code'),
  })

  // The owner still signs in.
  const code = await freshCode(shop, user.id, secret)
  expect((await logIn(shop, { ...user, code })).status).toBe(200)
})
