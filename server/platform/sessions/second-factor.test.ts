import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { staffUsers } from '#contract/people/staff-users.ts'
import { secondFactor } from '#contract/platform/second-factor.ts'
import { sessions } from '#contract/platform/sessions.ts'
import { seal } from '#server/kernel/secrets/sealing.ts'
import { signIn, startSessionOf } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { appointAdmin } from '#server/people/staff-users/appoint.ts'
import { lastStaffEntry } from '#server/people/staff-users/testing/staff-entries.ts'
import { codeOf, cookieOf, freshCode, withFactor } from './testing/factor.ts'
import { createUser, logIn, password, queuedMails } from './testing/people.ts'

const shop = await fileFixture(openTestShop({ withMail: true }))

const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()
const messages = async (userId: number) =>
  (
    await shop.db
      .selectFrom('logs')
      .select('message')
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
  ).map(({ message }) => message)

const mailsOf = async (email: string) =>
  (await queuedMails(shop, email)).map(({ template }) => template)

async function signedIn(columns = {}) {
  const user = await createUser(shop, columns)
  return { user, cookie: `session=${await startSessionOf(shop.db, user.id)}` }
}

test('is turned on with the password and a code, and ends other sessions', async () => {
  const { user, cookie } = await signedIn()
  const other = `session=${await startSessionOf(shop.db, user.id)}`
  const begin = (given: string) =>
    shop.call(secondFactor.begin, { body: { password: given } }, { cookie })
  const turnOn = (code: string) => shop.call(secondFactor.turnOn, { body: { code } }, { cookie })

  expect((await turnOn('123456')).code).toBe('factor_not_begun')
  const wrong = await begin('not the one')
  expect([wrong.status, wrong.detail]).toMatchObject([400, [{ loc: ['body', 'password'] }]])
  const begun = await begin(password)
  expect(begun.body.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(begun.body.uri).toContain(`secret=${begun.body.secret}`)
  expect(decodeURIComponent(begun.body.uri)).toContain(user.username)

  // Showing the secret does not turn the factor on.
  expect((await shop.call(secondFactor.get, {}, { cookie })).body.turned_on_at).toBeNull()
  expect((await logIn(shop, user)).status).toBe(200)
  const refused = await turnOn(codeOf(begun.body.secret, 5))
  expect([refused.status, refused.detail]).toMatchObject([
    400,
    [{ loc: ['body', 'code'], msg: sentence('wrong_factor_code') }],
  ])
  const on = await turnOn(codeOf(begun.body.secret))
  expect(on.body.recovery_codes).toHaveLength(10)
  expect(new Set(on.body.recovery_codes).size).toBe(10)
  expect((await shop.call(sessions.get, {}, { cookie: other })).status).toBe(401)
  // A copy of the token that turned it on grants no access.
  expect((await shop.call(sessions.get, {}, { cookie })).status).toBe(401)
  const renewed = { cookie: cookieOf(on.response) }
  expect((await shop.call(sessions.get, {}, renewed)).status).toBe(200)
  expect((await shop.call(secondFactor.get, {}, renewed)).body).toMatchObject({
    turned_on_at: expect.any(String),
    recovery_codes_left: 10,
  })
  const again = { body: { code: codeOf(begun.body.secret) } }
  expect((await shop.call(secondFactor.turnOn, again, renewed)).code).toBe('factor_on')
  const begunAgain = await shop.call(secondFactor.begin, { body: { password } }, renewed)
  expect(begunAgain.code).toBe('factor_on')
  expect((await queuedMails(shop, user.email)).at(-1)).toMatchObject({
    template: 'second-factor-on',
  })
  expect(await messages(user.id)).toContain('Two-factor authentication turned on')
})

test('one of two concurrent activations succeeds, and its recovery codes work', async () => {
  const { user, cookie } = await signedIn()
  const { body } = await shop.call(secondFactor.begin, { body: { password } }, { cookie })
  const code = codeOf(body.secret)
  const answers = await Promise.all(
    [1, 2, 3].map(() => shop.call(secondFactor.turnOn, { body: { code } }, { cookie })),
  )
  const [first, ...others] = statuses(answers)
  expect(first).toBe(200)
  // The session continues with a new token. A later request with the old token has no session.
  for (const status of others) expect([401, 409]).toContain(status)
  const shown = answers.find(({ status }) => status === 200)!.body.recovery_codes
  expect((await logIn(shop, { ...user, code: shown[3]! })).status).toBe(200)
})

test('an activation expires after half an hour', async () => {
  const { user, cookie } = await signedIn()
  const { body } = await shop.call(secondFactor.begin, { body: { password } }, { cookie })
  await shop.db
    .updateTable('factor_trials')
    .set({ expires_at: sql`now() - interval '1 second'` })
    .where('user_id', '=', user.id)
    .execute()
  const code = codeOf(body.secret)
  const { code: refused } = await shop.call(secondFactor.turnOn, { body: { code } }, { cookie })
  expect(refused).toBe('factor_not_begun')
})

test('the right password asks for a code, and a wrong one reveals nothing about it', async () => {
  const { user, secret } = await withFactor(shop)
  const wrong = await logIn(shop, { ...user, password: 'Wrong-1234' })
  expect([wrong.status, wrong.code]).toEqual([401, 'wrong_credentials'])
  const wrongWithCode = await logIn(shop, { ...user, password: 'Wrong-1234', code: '123456' })
  expect(wrongWithCode.code).toBe('wrong_credentials')

  const asked = await logIn(shop, user)
  expect([asked.status, asked.code]).toEqual([403, 'second_factor_needed'])
  expect(asked.response.cookies).toEqual([])
  const refused = await logIn(shop, { ...user, code: codeOf(secret, 7) })
  expect([refused.status, refused.code]).toEqual([400, 'wrong_factor_code'])
  expect(refused.response.cookies).toEqual([])
  const code = await freshCode(shop, user.id, secret)
  const done = await logIn(shop, { ...user, code: `${code.slice(0, 3)} ${code.slice(3)}` })
  expect([done.status, done.body.uid]).toEqual([200, user.id])
  expect(await messages(user.id)).toContain('Correct password, wrong two-factor code')
})

test('a code is accepted once, also in concurrent requests', async () => {
  // With fake timers, no time step ends between the code and its repetition.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { user, secret } = await withFactor(shop)
  // The code that turned the factor on is used up.
  expect((await logIn(shop, { ...user, code: codeOf(secret) })).code).toBe('wrong_factor_code')
  const code = await freshCode(shop, user.id, secret)
  const answers = await Promise.all([1, 2, 3, 4].map(() => logIn(shop, { ...user, code })))
  expect(statuses(answers)).toEqual([200, 400, 400, 400])
  expect((await logIn(shop, { ...user, code })).status).toBe(400)
})

test('a code is valid one step early or late, and no code is valid before an accepted one', async () => {
  const { user, secret } = await withFactor(shop)
  await freshCode(shop, user.id, secret)
  // With fake timers, no time step ends while its codes are tried.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  expect((await logIn(shop, { ...user, code: codeOf(secret, 2) })).status).toBe(400)
  expect((await logIn(shop, { ...user, code: codeOf(secret, -3) })).status).toBe(400)
  expect((await logIn(shop, { ...user, code: codeOf(secret, 0) })).status).toBe(200)
  expect((await logIn(shop, { ...user, code: codeOf(secret, -1) })).status).toBe(400)
})

test('a recovery code signs in once, also in concurrent requests', async () => {
  const { user, cookie, recoveryCodes } = await withFactor(shop)
  const [code, next] = recoveryCodes as [string, string]
  const answers = await Promise.all([1, 2, 3].map(() => logIn(shop, { ...user, code })))
  expect(statuses(answers)).toEqual([200, 400, 400])
  const typed = next.toUpperCase().replaceAll('-', ' ')
  expect((await logIn(shop, { ...user, code: typed })).status).toBe(200)
  const { body } = await shop.call(secondFactor.get, {}, { cookie })
  expect(body.recovery_codes_left).toBe(8)
  const { user: other } = await withFactor(shop)
  expect((await logIn(shop, { ...other, code: recoveryCodes[2]! })).status).toBe(400)
  // Each accepted code triggers a mail, and a refused one does not.
  const told = (await queuedMails(shop, user.email)).filter(
    ({ template }) => template === 'recovery-code-used',
  )
  expect(told).toHaveLength(2)
  expect(told[0]!.text_body).toContain('Recovery codes left: 9')
  expect(told[1]!.text_body).toContain('Recovery codes left: 8')
  expect(JSON.stringify(told)).not.toContain(code)
  expect(await mailsOf(other.email)).toEqual(['second-factor-on'])
})

test('mails the owner once a day about wrong codes after the correct password', async () => {
  const { user, secret } = await withFactor(shop)
  const guess = (code = codeOf(secret, 100)) => logIn(shop, { ...user, code })
  await guess()
  await guess('not-a-recovery-code')
  await logIn(shop, { ...user, password: 'Wrong-1234', code: '123456' })
  expect(await mailsOf(user.email)).toEqual(['second-factor-on'])
  await Promise.all([guess(), guess(), guess()])
  expect(await mailsOf(user.email)).toEqual(['second-factor-on', 'wrong-codes'])
  await sql`update throttles set began_at = began_at - interval '25 hours',
    ends_at = ends_at - interval '25 hours' where key = ${`wrong codes told ${user.id}`}`.execute(
    shop.db,
  )
  await guess()
  expect(await mailsOf(user.email)).toEqual(['second-factor-on', 'wrong-codes', 'wrong-codes'])
})

test('codes have the same limits as passwords', async () => {
  const { user, secret } = await withFactor(shop)
  const guesses: number[] = []
  for (let n = 0; n < 11; n++) {
    guesses.push((await logIn(shop, { ...user, code: codeOf(secret, 100 + n) })).status)
  }
  expect(guesses).toEqual([...Array(10).fill(400), 429])
  const code = await freshCode(shop, user.id, secret)
  expect((await logIn(shop, { ...user, code })).status).toBe(429)
})

test('new recovery codes replace the previous ones', async () => {
  const { user, cookie, recoveryCodes } = await withFactor(shop)
  const renew = (given: string, code: string) =>
    shop.call(secondFactor.renewRecoveryCodes, { body: { password: given, code } }, { cookie })
  expect((await renew('not the one', recoveryCodes[0]!)).code).toBe('wrong_password')
  expect((await renew(password, '000 000 0')).status).toBe(400)
  const { status, body } = await renew(password, recoveryCodes[0]!)
  expect([status, body.recovery_codes.length]).toEqual([200, 10])
  expect((await logIn(shop, { ...user, code: recoveryCodes[1]! })).status).toBe(400)
  expect((await logIn(shop, { ...user, code: body.recovery_codes[1]! })).status).toBe(200)
})

test('is turned off with the password and a code, once in concurrent requests', async () => {
  const { user, cookie, recoveryCodes } = await withFactor(shop)
  const off = (given: string, code: string) =>
    shop.call(secondFactor.turnOff, { body: { password: given, code } }, { cookie })
  expect((await off('not the one', recoveryCodes[0]!)).status).toBe(400)
  expect((await off(password, '123456')).status).toBe(400)
  expect((await logIn(shop, user)).code).toBe('second_factor_needed')
  const answers = await Promise.all([
    off(password, recoveryCodes[0]!),
    off(password, recoveryCodes[1]!),
  ])
  expect(statuses(answers)).toEqual([200, 409])
  expect((await logIn(shop, user)).status).toBe(200)
  expect((await queuedMails(shop, user.email)).map(({ template }) => template)).toContain(
    'second-factor-off',
  )
  const { rows } = await sql`select from recovery_codes where user_id = ${user.id}`.execute(shop.db)
  expect(rows).toEqual([])
})

test('a new password leaves it on', async () => {
  const { user, cookie } = await withFactor(shop)
  const change = { current_password: password, new_password: 'Daybreak8' }
  expect((await shop.call(sessions.changePassword, { body: change }, { cookie })).status).toBe(200)
  expect((await logIn(shop, { ...user, password: 'Daybreak8' })).code).toBe('second_factor_needed')
})

test('the database contains neither the secret nor a code in plain text', async () => {
  const { user, secret, recoveryCodes } = await withFactor(shop)
  const { rows } = await sql<{ row: string }>`
    select second_factors::text || encode(sealed, 'escape') as row from second_factors where user_id = ${user.id}
    union all select recovery_codes::text || encode(code_hash, 'escape') from recovery_codes where user_id = ${user.id}
    union all select coalesce(details::text, '') from logs where user_id = ${user.id}
    union all select data::text from events where user_id = ${user.id}
    union all select text_body || html_body from mails where user_id = ${user.id}`.execute(shop.db)
  const all = rows.map(({ row }) => row).join('\n')
  expect(all).not.toContain(secret)
  for (const code of recoveryCodes) {
    expect(all).not.toContain(code)
    expect(all).not.toContain(code.replaceAll('-', ''))
  }
})

test('a secret of another user or with a missing key verifies nothing, but a recovery code works', async () => {
  const { user, secret, recoveryCodes } = await withFactor(shop)
  const foreign = seal(shop.shop.services.ring, secret, `second_factors/${user.id + 1}`)
  await shop.db
    .updateTable('second_factors')
    .set({ ...foreign, last_step: 0 })
    .where('user_id', '=', user.id)
    .execute()
  expect((await logIn(shop, { ...user, code: codeOf(secret) })).status).toBe(400)
  expect((await logIn(shop, { ...user, code: recoveryCodes[0]! })).status).toBe(200)
})

test('an administrator removes it from a customer, with a reason and a mail to the customer', async () => {
  const admin = await signIn(shop.app, { admin: true })
  const { user, cookie } = await withFactor(shop)
  const remove = (uid: number, reason?: string) =>
    shop.call(staffUsers.removeSecondFactor, { params: { uid }, body: { reason: reason! } }, admin)
  const look = async () =>
    (await shop.call(staffUsers.get, { params: { uid: user.id } }, admin)).body.second_factor
  expect(await look()).toBe(true)
  expect((await remove(user.id)).status).toBe(422)
  expect((await remove(user.id, ' ')).detail).toMatchObject([{ msg: 'Enter a reason' }])
  expect((await remove(999_999, 'Lost')).status).toBe(404)
  const answers = await Promise.all([remove(user.id, 'Lost phone'), remove(user.id, 'Lost phone')])
  expect(statuses(answers)).toEqual([200, 409])
  expect(await look()).toBe(false)
  expect((await logIn(shop, user)).status).toBe(200)
  // Existing sessions stay signed in.
  expect((await shop.call(sessions.get, {}, { cookie })).status).toBe(200)
  expect(await lastStaffEntry(shop.db, user.id)).toMatchObject({
    message: 'Two-factor authentication removed',
    details: { reason: 'Lost phone' },
  })
  expect((await queuedMails(shop, user.email)).map(({ template }) => template)).toContain(
    'second-factor-removed',
  )
})

test('the factor of former staff cannot be removed for 30 days', async () => {
  const admin = await signIn(shop.app, { admin: true })
  const remove = (uid: number) =>
    shop.call(staffUsers.removeSecondFactor, { params: { uid }, body: { reason: 'Lost' } }, admin)
  const lose = [
    { admin: false },
    { support: false },
    { admin: false, banned: true },
    { support: false, email: 'moved.staff@example.com' },
  ]
  for (const body of lose) {
    const { user } = await withFactor(shop, { admin: 'admin' in body })
    const params = { uid: user.id }
    if ('support' in body) {
      await shop.call(staffUsers.change, { params, body: { support: true } }, admin)
    }
    expect((await shop.call(staffUsers.change, { params, body }, admin)).status).toBe(200)
    const refused = await remove(user.id)
    expect([refused.status, refused.code]).toEqual([409, 'second_factor_of_former_staff'])
    await shop.db
      .updateTable('events')
      .set({ created_at: sql<Date>`created_at - interval '31 days'` })
      .where('user_id', '=', user.id)
      .execute()
    expect((await remove(user.id)).status).toBe(200)
  }
})

test('the factor of staff can only be removed on the command line', async () => {
  const admin = await signIn(shop.app, { admin: true })
  const { user } = await withFactor(shop)
  await shop.db.updateTable('users').set({ admin: true }).where('id', '=', user.id).execute()
  const wanted = { params: { uid: user.id }, body: { reason: 'Lost phone' } }
  const refused = await shop.call(staffUsers.removeSecondFactor, wanted, admin)
  expect([refused.status, refused.code]).toEqual([409, 'second_factor_of_staff'])

  const { token, factorRemoved } = await appointAdmin(shop.db, user)
  expect(factorRemoved).toBe(true)
  const body = 'Glasshouse-42'
  expect((await shop.call(sessions.resetPassword, { query: { token }, body })).status).toBe(200)
  expect((await logIn(shop, { ...user, password: body })).status).toBe(200)
})
