import { afterEach, expect, test, vi } from 'vitest'
import { sessions } from '#contract/platform/sessions.ts'
import { solveCaptcha } from '#server/kernel/testing/captcha.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { openTestShop, type TestShop } from '#server/kernel/testing/shop.ts'
import {
  createUser,
  logIn,
  mailedToken,
  newPerson,
  password,
  queuedMails,
  signUp,
} from './testing/people.ts'

const shop = await fileFixture(openTestShop({ withMail: true }))

afterEach(() => {
  vi.restoreAllMocks()
})

function settings(changed: Partial<ReturnType<TestShop['shop']['settings']>>) {
  const now = shop.shop.settings()
  return shop.db
    .updateTable('settings')
    .set(changed)
    .execute()
    .then(() => expect.poll(() => shop.shop.settings()).toEqual({ ...now, ...changed }))
}

test('creates an account that can sign in after its mailed link was opened', async () => {
  const person = newPerson()
  const { status, body, response } = await signUp(shop, person)
  expect([status, body]).toEqual([201, true])
  expect(response.cookies).toEqual([])
  expect((await logIn(shop, person)).status).toBe(403)

  const [mail, ...others] = await queuedMails(shop, person.email)
  expect(others).toEqual([])
  expect(mail!.text_body).toContain(`${shop.shop.config.siteUrl}/verify-email?token=`)
  const token = await mailedToken(shop, person.email)
  expect((await shop.call(sessions.verifyEmail, { query: { token } })).body).toBe(true)
  expect((await logIn(shop, person)).body).toMatchObject(person)

  const stored = await shop.db
    .selectFrom('users')
    .select(['password_hash', 'referred_by', 'admin', 'support'])
    .where('username', '=', person.username)
    .executeTakeFirstOrThrow()
  expect(stored).toMatchObject({ referred_by: null, admin: false, support: false })
  expect(stored.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('one of many concurrent sign-ups with a name gets it, in any case', async () => {
  const { username } = newPerson()
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      signUp(shop, {
        username: n % 2 ? username.toUpperCase() : username.toLowerCase(),
        email: newPerson().email,
      }),
    ),
  )
  const won = answers.filter(({ status }) => status === 201)
  expect(won).toHaveLength(1)
  for (const { status, code } of answers) {
    if (status !== 201) expect([status, code]).toEqual([409, 'username_taken'])
  }
})

test('concurrent sign-ups with an address result in one account', async () => {
  const { email } = newPerson()
  const people = Array.from({ length: 8 }, () => ({ ...newPerson(), email }))
  const answers = await Promise.all(people.map((person) => signUp(shop, person)))
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 201))
  const users = await shop.db.selectFrom('users').select('id').where('email', '=', email).execute()
  expect(users).toHaveLength(1)
})

test('follows the registration settings', async () => {
  const referrer = await createUser(shop, { referral_code: 'MARA2026' })
  await settings({ registration_disabled: true })
  const closed = await signUp(shop, newPerson())
  expect([closed.status, closed.code]).toEqual([403, 'registration_closed'])
  await settings({ registration_disabled: false, registration_by_referral: true })
  for (const refcode of [undefined, null, '']) {
    const { status, detail } = await signUp(shop, { ...newPerson(), refcode })
    const issue = { loc: ['body', 'refcode'], msg: sentence('referral_code_required') }
    expect([status, detail]).toMatchObject([422, [issue]])
  }
  const person = newPerson()
  expect((await signUp(shop, { ...person, refcode: 'mara2026' })).status).toBe(201)
  const { referred_by } = await shop.db
    .selectFrom('users')
    .select('referred_by')
    .where('username', '=', person.username)
    .executeTakeFirstOrThrow()
  expect(referred_by).toBe(referrer.id)
  await settings({ registration_by_referral: false })
})

test('refuses an unknown referral code, and one of a banned user', async () => {
  await createUser(shop, { referral_code: 'BANNED1', banned: true })
  for (const refcode of ['NOSUCH1', 'BANNED1', 'a b', "'; drop", 'x']) {
    const { status, detail } = await signUp(shop, { ...newPerson(), refcode })
    const issue = { loc: ['body', 'refcode'], msg: sentence('unknown_referral_code') }
    expect([status, detail]).toMatchObject([422, [issue]])
  }
})

test('a code with three uses is used three times, also in concurrent requests', async () => {
  const { id } = await createUser(shop, { referral_code: 'THREE' })
  await settings({ referral_code_uses: 3 })
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => signUp(shop, { ...newPerson(), refcode: 'THREE' })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(7)
  // A sign-up that is not verified within a day releases its use of the code.
  await shop.db
    .updateTable('users')
    .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
    .where('referred_by', '=', id)
    .execute()
  expect((await signUp(shop, { ...newPerson(), refcode: 'THREE' })).status).toBe(201)
  await settings({ referral_code_uses: 0 })
})

test('an unverified name and address are free again after a day', async () => {
  const old = newPerson()
  await signUp(shop, old)
  const aged = { created_at: new Date(Date.now() - 25 * 3_600_000) }
  await shop.db.updateTable('users').set(aged).where('username', '=', old.username).execute()
  expect((await signUp(shop, { ...old, email: newPerson().email })).status).toBe(201)

  const verified = await createUser(shop)
  await shop.db.updateTable('users').set(aged).where('id', '=', verified.id).execute()
  const again = await signUp(shop, { ...newPerson(), username: verified.username })
  expect(again.status).toBe(409)
})

test('refuses malformed sign-ups', async () => {
  const good = { ...newPerson(), password, token: await solveCaptcha(shop.app) }
  const bad: Record<string, unknown>[] = [
    { username: 'ab' },
    { username: 'x'.repeat(33) },
    { username: 'mara volt' },
    { username: 'mara@volt' },
    { username: 'mära' },
    { username: '...' },
    { username: 'mara\0' },
    { username: undefined },
    { email: 'mara' },
    { email: 'mara@' },
    { email: `${'x'.repeat(250)}@example.com` },
    { email: 'a@example.com, b@example.com' },
    { email: 'a@example.com\r\nBcc: b@example.com' },
    { email: ['a@example.com'] },
    { password: 'Short1' },
    { password: 'x'.repeat(257) },
    { password: 12345678 },
    { refcode: 'x'.repeat(65) },
    { refcode: 7 },
    { token: undefined },
    { token: '' },
  ]
  for (const change of bad) {
    const body = { ...good, ...change } as never
    const { status, detail } = await shop.call(sessions.signup, { body })
    expect({ change, status }).toEqual({ change, status: 422 })
    expect((detail as { loc: string[] }[])[0]!.loc).toEqual(['body', Object.keys(change)[0]])
  }
  const rich = { ...good, admin: true, verified_at: new Date(), id: 1 } as never
  expect((await shop.call(sessions.signup, { body: rich })).status).toBe(201)
  const { admin, verified_at } = await shop.db
    .selectFrom('users')
    .select(['admin', 'verified_at'])
    .where('username', '=', good.username)
    .executeTakeFirstOrThrow()
  expect({ admin, verified_at }).toEqual({ admin: false, verified_at: null })
})
