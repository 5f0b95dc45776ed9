import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { devices } from '#contract/licensing/devices.ts'
import { secondFactor } from '#contract/platform/second-factor.ts'
import { sessions } from '#contract/platform/sessions.ts'
import { foldedHash } from '#server/kernel/secrets/folded-hash.ts'
import { startSessionOf } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { issueToken } from './mailed-tokens.ts'
import { createUser, logIn, password } from './testing/people.ts'

const shop = await fileFixture(openTestShop())

const fresh = 'Daybreak8'

/** Returns a user with two sessions, and each call that asks for the current password. */
async function withSessions() {
  const user = await createUser(shop)
  const [here, there] = await Promise.all(
    [1, 2].map(async () => ({ cookie: `session=${await startSessionOf(shop.db, user.id)}` })),
  )
  const calls = [
    (given: string) => {
      const body = { current_password: given, new_password: fresh }
      return shop.call(sessions.changePassword, { body }, here)
    },
    (given: string) => shop.call(secondFactor.begin, { body: { password: given } }, there),
    (given: string) => {
      return shop.call(devices.release, { params: { id: 1 }, body: { password: given } }, here)
    },
    (given: string) => {
      const body = { password: given, code: '123456' }
      return shop.call(secondFactor.turnOff, { body }, there)
    },
    (given: string) => {
      const body = { password: given, code: '123456' }
      return shop.call(secondFactor.renewRecoveryCodes, { body }, here)
    },
  ]
  return { user, calls, guess: (n: number, given = 'Wrong-1234') => calls[n % 5]!(given) }
}

function entriesOf(userId: number) {
  return shop.db
    .selectFrom('logs')
    .select(['message', 'details'])
    .where('user_id', '=', userId)
    .where('message', 'like', 'Signed in, %')
    .orderBy('id')
    .execute()
}

/** Moves the counted passwords of this user into the past. */
function passed(userId: number, seconds: number) {
  return shop.db
    .updateTable('login_failures')
    .set({ failed_at: sql<Date>`failed_at - make_interval(secs => ${seconds})` })
    .where('name_hash', '=', foldedHash(`passwords ${userId} session`))
    .execute()
}

test('wrong current passwords at all endpoints and sessions count together', async () => {
  const { user, guess } = await withSessions()
  for (let n = 0; n < 9; n++) expect((await guess(n)).code).toBe('wrong_password')
  // A right password is not counted, and is not refused.
  for (const n of [1, 2, 3]) {
    expect(['factor_off', 'unknown_device', undefined]).toContain((await guess(n, password)).code)
  }
  expect((await guess(9)).code).toBe('wrong_password')
  for (let n = 0; n < 5; n++) {
    for (const given of ['Wrong-1234', password]) {
      const refused = await guess(n, given)
      expect([refused.status, refused.code]).toEqual([429, 'too_many_password_guesses'])
    }
  }
  expect(await entriesOf(user.id)).toEqual([
    { message: 'Signed in, wrong password', details: { attempts: 3 } },
    expect.objectContaining({ message: 'Signed in, too many wrong passwords' }),
  ])
  // The owner still signs in, and another account is not affected.
  expect((await logIn(shop, user)).status).toBe(200)
  expect((await (await withSessions()).guess(0, password)).status).toBe(200)
})

test('a refused session learns how long to wait, and refused attempts do not prolong it', async () => {
  const { user, guess } = await withSessions()
  const sentence = (wait: string) =>
    `Too many wrong passwords. Please try again in ${wait}, or sign out and reset your password.`
  for (let n = 0; n < 10; n++) await guess(n)
  expect((await guess(0)).detail).toBe(sentence('15 minutes'))
  await passed(user.id, 11 * 60)
  for (let n = 0; n < 3; n++) expect((await guess(n)).detail).toBe(sentence('4 minutes'))
  await passed(user.id, 4 * 60)
  expect((await guess(0, password)).status).toBe(200)
})

test('concurrent wrong passwords are checked up to the limit only', async () => {
  const { guess } = await withSessions()
  const together = await Promise.all(Array.from({ length: 20 }, (_, n) => guess(n)))
  const checked = together.filter(({ code }) => code === 'wrong_password').length
  expect(checked).toBeLessThanOrEqual(10)
  for (let n = checked; n < 10; n++) expect((await guess(n)).code).toBe('wrong_password')
  expect((await guess(0, password)).code).toBe('too_many_password_guesses')
})

test('a password reset clears the count', async () => {
  const { user, guess } = await withSessions()
  for (let n = 0; n < 10; n++) await guess(n)
  const token = await issueToken(shop.db, user, 'reset')
  await shop.call(sessions.resetPassword, { query: { token }, body: fresh })
  const cookie = `session=${await startSessionOf(shop.db, user.id)}`
  const body = { current_password: fresh, new_password: 'Nightfall9' }
  expect((await shop.call(sessions.changePassword, { body }, { cookie })).status).toBe(200)
})
