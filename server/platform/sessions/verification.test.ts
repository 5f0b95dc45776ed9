import { expect, test } from 'vitest'
import { sessions } from '#contract/platform/sessions.ts'
import { solveCaptcha } from '#server/kernel/testing/captcha.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { sentence as sentenceOf } from '#server/kernel/testing/sentence.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { issueToken } from './mailed-tokens.ts'
import {
  askForVerification,
  createUser,
  logIn,
  mailedToken,
  newPerson,
  queuedMails,
  signUp,
} from './testing/people.ts'

const shop = await fileFixture(openTestShop({ withMail: true }))

const verify = (token: string) => shop.call(sessions.verifyEmail, { query: { token } })
const invalid = [400, sentenceOf('spent_verification_link')]

test('one of several concurrent clicks uses the link, and all report success', async () => {
  const person = newPerson()
  await signUp(shop, person)
  const token = await mailedToken(shop, person.email)
  const answers = await Promise.all(Array.from({ length: 8 }, () => verify(token)))
  expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [200, true]))
  expect((await verify(token)).status).toBe(200)
  const stored = await shop.db
    .selectFrom('mailed_tokens')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['token_hash', 'used_at', 'verified_at'])
    .where('users.email', '=', person.email)
    .execute()
  expect(stored).toHaveLength(1)
  expect(stored[0]!.used_at).not.toBeNull()
  expect(stored[0]!.verified_at).not.toBeNull()
  expect(stored[0]!.token_hash.toString()).not.toContain(token)
})

test('a link is refused when expired, after an address change, and for a reset', async () => {
  const late = await createUser(shop, { verified_at: null })
  const lateToken = await issueToken(shop.db, late, 'verify')
  await shop.db
    .updateTable('mailed_tokens')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('user_id', '=', late.id)
    .execute()
  const moved = await createUser(shop, { verified_at: null })
  const movedToken = await issueToken(shop.db, moved, 'verify')
  await shop.db
    .updateTable('users')
    .set({ email: newPerson().email })
    .where('id', '=', moved.id)
    .execute()
  const resetToken = await issueToken(shop.db, moved, 'reset')
  for (const token of [lateToken, movedToken, resetToken, 'x'.repeat(43)]) {
    const { status, detail } = await verify(token)
    expect([status, detail]).toEqual(invalid)
  }
  for (const token of ['', 'short', 'x'.repeat(129), '\0'.repeat(20)])
    expect((await verify(token)).status).toBe(422)
  expect((await shop.call(sessions.verifyEmail, { query: {} })).status).toBe(422)
  expect((await logIn(shop, late)).status).toBe(403)
})

test('the token can be sent in the body, or in the URL with an empty body', async () => {
  const user = await createUser(shop, { verified_at: null })
  const body = { token: await issueToken(shop.db, user, 'verify') }
  expect((await shop.call(sessions.verifyEmail, { query: {}, body })).body).toBe(true)
  expect((await logIn(shop, user)).status).toBe(200)

  const other = await createUser(shop, { verified_at: null })
  const token = await issueToken(shop.db, other, 'verify')
  const { statusCode } = await shop.app.inject({
    method: 'POST',
    url: `/api/user/verify_email?token=${token}`,
    // Many clients send a content type even without a body.
    headers: { 'content-type': 'application/json' },
  })
  expect(statusCode).toBe(200)
})

test('a used link reports no success once the address is unverified again', async () => {
  const user = await createUser(shop, { verified_at: null })
  const token = await issueToken(shop.db, user, 'verify')
  expect((await verify(token)).status).toBe(200)
  await shop.db.updateTable('users').set({ verified_at: null }).where('id', '=', user.id).execute()
  expect((await verify(token)).status).toBe(400)
})

test('a resend gets the same response for everyone, and mails only pending sign-ups', async () => {
  const waiting = await createUser(shop, { verified_at: null })
  const done = await createUser(shop)
  const nobody = newPerson().email
  const before = []
  for (const email of [waiting.email.toUpperCase(), done.email, nobody]) {
    const first = await askForVerification(shop, { email })
    const soon = await askForVerification(shop, { email: email.toLowerCase() })
    before.push([first.status, first.body, soon.status, soon.detail])
  }
  const sentence = sentenceOf('mail_too_soon')
  expect(before).toEqual(before.map(() => [200, true, 429, sentence]))
  await workJobs(shop)
  expect(await queuedMails(shop, waiting.email)).toHaveLength(1)
  expect(await queuedMails(shop, done.email)).toEqual([])
  expect(await queuedMails(shop, nobody)).toEqual([])
  expect((await verify(await mailedToken(shop, waiting.email))).status).toBe(200)
})

test('a resend needs the captcha, once for each mail', async () => {
  const waiting = await createUser(shop, { verified_at: null })
  const resend = (email: string, token?: string) =>
    shop.call(sessions.resendVerification, { body: { email, token } })
  const without = await resend(waiting.email)
  expect(without).toMatchObject({ status: 422, detail: [{ loc: ['body', 'token'] }] })
  const token = await solveCaptcha(shop.app)
  expect((await resend(waiting.email, token)).status).toBe(200)
  const again = await resend(newPerson().email, token)
  expect([again.status, again.code]).toEqual([422, 'captcha_expired'])
  await workJobs(shop)
  expect(await queuedMails(shop, waiting.email)).toHaveLength(1)
})

test('one of several concurrent resends succeeds, and another one after a minute', async () => {
  const { email } = newPerson()
  const ask = () => askForVerification(shop, { email })
  const answers = await Promise.all(Array.from({ length: 8 }, ask))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  await shop.db
    .updateTable('throttles')
    .set({ ends_at: new Date(Date.now() - 1) })
    .execute()
  expect((await ask()).status).toBe(200)
  for (const bad of ['', 'x', 7, null, undefined]) {
    expect((await askForVerification(shop, { email: bad as never })).status).toBe(422)
  }
})
