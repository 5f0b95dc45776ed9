import { expect, test } from 'vitest'
import { secondFactor } from '#contract/second-factor.ts'
import { sessions } from '#contract/sessions.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop, type TestShop } from '#server/kernel/testing/shop.ts'
import { issueToken } from './mailed-tokens.ts'
import { codeOf, freshCode, withFactor } from './testing/factor.ts'
import { logIn, password } from './testing/people.ts'

const shop: TestShop = await fileFixture(openTestShop({ withMail: true }))

test('who has the mailbox may not guess codes without end by new passwords', async () => {
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

test('guesses at once are counted, and those of a session with those of signing in', async () => {
  const { user, cookie, secret } = await withFactor(shop)
  const off = (n: number) => {
    const body = { password, code: codeOf(secret, 100 + n) }
    return shop.call(secondFactor.turnOff, { body }, { cookie })
  }
  const together = await Promise.all(Array.from({ length: 24 }, (_, n) => off(n)))
  const looked = together.filter(({ status }) => status === 400).length
  expect(looked).toBeLessThanOrEqual(20)
  for (let n = looked; n < 20; n++) expect((await off(n)).code).toBe('wrong_factor_code')
  const code = await freshCode(shop, user.id, secret)
  expect((await off(0)).code).toBe('too_many_code_guesses')
  expect((await logIn(shop, { ...user, code })).code).toBe('too_many_code_guesses')
  const told = await shop.db
    .selectFrom('logs')
    .select('message')
    .where('user_id', '=', user.id)
    .execute()
  expect(told).toContainEqual({ message: 'Right password, wrong code of the second factor' })
})
