import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { sessions } from '#contract/platform/sessions.ts'
import { hashToken } from '#server/kernel/secrets/tokens.ts'
import { solveCaptcha } from '#server/kernel/testing/captcha.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { sentence as sentenceOf } from '#server/kernel/testing/sentence.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { issueToken } from './mailed-tokens.ts'
import { hashPassword, unmatched } from './passwords.ts'
import {
  createUser,
  logIn,
  mailedToken,
  newPerson,
  password,
  queuedMails,
} from './testing/people.ts'

const shop = await fileFixture(openTestShop({ withMail: true }))

const fresh = 'Daybreak8'

async function forgot(username: string, email: string) {
  const body = { username, email, recaptcha: await solveCaptcha(shop.app) }
  return shop.call(sessions.forgotPassword, { body })
}

function reset(token: string, body: string) {
  return shop.call(sessions.resetPassword, { query: { token }, body })
}

async function session(username: string, given = password) {
  const { response } = await logIn(shop, { username, password: given })
  return `session=${response.cookies.find(({ name }) => name === 'session')?.value}`
}

async function isOpen(cookie: string) {
  return (await shop.call(sessions.get, {}, { cookie })).status === 200
}

/** Returns the mails to an address, except those about the sign-ins of these tests. */
async function mailedAboutPassword(email: string) {
  const templates = (await queuedMails(shop, email)).map(({ template }) => template)
  return templates.filter((template) => template !== 'new-sign-in')
}

test('a mailed link sets a new password and ends every session', async () => {
  const user = await createUser(shop)
  const [one, two] = [await session(user.username), await session(user.username)]
  const asked = await forgot(user.username.toLowerCase(), user.email.toUpperCase())
  expect([asked.status, asked.body]).toEqual([200, true])
  await workJobs(shop)
  const token = await mailedToken(shop, user.email)
  const mail = (await queuedMails(shop, user.email)).at(-1)
  expect(mail!.text_body).toContain(`${shop.shop.config.siteUrl}/reset-password?token=`)

  const wanted = Array.from({ length: 8 }, (_, n) => `${fresh}${n}`)
  const answers = await Promise.all(wanted.map((each) => reset(token, each)))
  const won = wanted.filter((_, n) => answers[n]!.status === 200)
  expect(won).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(7)
  expect([await isOpen(one), await isOpen(two)]).toEqual([false, false])
  expect((await logIn(shop, user)).status).toBe(401)
  expect((await logIn(shop, { ...user, password: won[0] })).status).toBe(200)
  const again = await reset(token, fresh)
  expect([again.status, again.code]).toEqual([400, 'spent_reset_link'])
  expect(await mailedAboutPassword(user.email)).toEqual(['password-reset', 'password-changed'])
})

test('a passphrase of 15 characters needs no capitals or numbers at a reset', async () => {
  const user = await createUser(shop)
  const token = await issueToken(shop.db, user, 'reset')
  expect((await reset(token, 'fourteen chars')).status).toBe(422)
  expect((await reset(token, 'fifteen letters')).status).toBe(200)
  const cookie = await session(user.username, 'fifteen letters')
  const body = { current_password: 'fifteen letters', new_password: 'quiet river under stones' }
  expect((await shop.call(sessions.changePassword, { body }, { cookie })).status).toBe(200)
})

test('a reset makes browsers with the old password unknown', async () => {
  const user = await createUser(shop)
  await session(user.username)
  await session(user.username)
  await reset(await issueToken(shop.db, user, 'reset'), fresh)
  const browsers = shop.db.selectFrom('known_browsers').select('user_id')
  expect(await browsers.where('user_id', '=', user.id).execute()).toHaveLength(1)
})

test('a request for a link gets the same response for everyone, and mails only a matching pair', async () => {
  const user = await createUser(shop)
  const other = await createUser(shop)
  const banned = await createUser(shop, { banned: true })
  const pairs = [
    [user.username, user.email],
    [user.username, user.email],
    [user.username, other.email],
    [banned.username, banned.email],
    ['nobody', newPerson().email],
  ]
  for (const [username, email] of pairs) {
    const { status, body } = await forgot(username!, email!)
    expect([status, body]).toEqual([200, true])
  }
  await workJobs(shop)
  expect(await queuedMails(shop, user.email)).toHaveLength(1)
  expect(await queuedMails(shop, other.email)).toEqual([])
  expect(await queuedMails(shop, banned.email)).toEqual([])
  const body = { username: user.username, email: user.email }
  expect((await shop.call(sessions.forgotPassword, { body })).status).toBe(422)
})

test('another spelling of the name sends no second mail within a minute', async () => {
  const user = await createUser(shop, { username: 'iris.lind', email: 'iris.lind@example.com' })
  for (const username of [user.username, 'İris.lind', 'IRİS.LİND']) {
    const body = { username, email: user.email, token: await solveCaptcha(shop.app) }
    expect((await shop.call(sessions.forgotPassword, { body })).status).toBe(200)
  }
  await workJobs(shop)
  expect(await queuedMails(shop, user.email)).toHaveLength(1)
})

test('names the first rule that a new password breaks, and keeps the link valid', async () => {
  const user = await createUser(shop, { verified_at: null })
  const token = await issueToken(shop.db, user, 'reset')
  const broken = [
    ['abc', 'Password must be at least 8 characters long'],
    ['abcdefgh', 'Password must contain at least one uppercase letter'],
    ['ABCDEFGH', 'Password must contain at least one lowercase letter'],
    ['ABCDefgh', 'Password must contain at least one number'],
  ]
  for (const [bad, sentence] of broken) {
    const { status, detail } = await reset(token, bad!)
    expect([status, detail]).toMatchObject([422, [{ loc: ['body'], msg: sentence }]])
    expect(detail).toHaveLength(1)
  }
  for (const body of [{ password: fresh }, [fresh], 12345678, null]) {
    expect((await reset(token, body as never)).status).toBe(422)
  }
  expect((await reset(token, fresh)).status).toBe(200)
  // The link came by mail, so the address is verified.
  expect((await logIn(shop, { ...user, password: fresh })).status).toBe(200)
})

test('the token can be sent in the body, next to the password', async () => {
  const user = await createUser(shop)
  const token = await issueToken(shop.db, user, 'reset')
  const set = (new_password: string, given: string | undefined = token) =>
    shop.call(sessions.resetPassword, { query: {}, body: { token: given, new_password } })
  for (const [bad, sentence] of [
    ['abcdefgh', 'Password must contain at least one uppercase letter'],
    ['Password1', sentenceOf('common_password')],
  ] as const) {
    const loc = ['body', 'new_password']
    expect(await set(bad)).toMatchObject({ status: 422, detail: [{ loc, msg: sentence }] })
  }
  expect(await set(fresh, 'short')).toMatchObject({
    status: 422,
    detail: [{ loc: ['body', 'token'] }],
  })
  const without = await shop.call(sessions.resetPassword, { query: {}, body: fresh })
  expect(without).toMatchObject({ status: 422, detail: [{ loc: ['body', 'token'] }] })
  expect((await set(fresh)).status).toBe(200)
  expect((await logIn(shop, { ...user, password: fresh })).status).toBe(200)
})

test('refuses an expired reset link, a verification link, and one from before a reset', async () => {
  const user = await createUser(shop)
  const [late, verifying, spare, used] = [
    await issueToken(shop.db, user, 'reset'),
    await issueToken(shop.db, user, 'verify'),
    await issueToken(shop.db, user, 'reset'),
    await issueToken(shop.db, user, 'reset'),
  ]
  const first = await shop.db
    .selectFrom('mailed_tokens')
    .select('id')
    .where('user_id', '=', user.id)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await shop.db
    .updateTable('mailed_tokens')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', first.id)
    .execute()
  expect((await reset(late, fresh)).status).toBe(400)
  expect((await reset(verifying, fresh)).status).toBe(400)
  expect((await reset(used, fresh)).status).toBe(200)
  expect((await reset(spare, 'Third-3333')).status).toBe(400)
})

test('changes the password, keeps this session and ends the others', async () => {
  const user = await createUser(shop)
  const [here, there] = [await session(user.username), await session(user.username)]
  const change = (body: Record<string, unknown>, cookie: string | undefined = here) =>
    shop.call(sessions.changePassword, { body: body as never }, { cookie })
  const good = { current_password: password, new_password: fresh }

  expect((await change(good, 'session=x')).status).toBe(401)
  const wrong = await change({ ...good, current_password: 'Wrong-1234' })
  expect([wrong.status, wrong.code]).toEqual([400, 'wrong_password'])
  const weak = await change({ ...good, new_password: 'abcdefgh' })
  const rule = 'Password must contain at least one uppercase letter'
  expect([weak.status, weak.detail]).toMatchObject([
    422,
    [{ loc: ['body', 'new_password'], msg: rule }],
  ])
  const unlike = await change({ ...good, confirm: 'Daybreak9' })
  const mismatch = { loc: ['body', 'confirm'], msg: 'Passwords do not match' }
  expect([unlike.status, unlike.detail]).toMatchObject([422, [mismatch]])
  for (const body of [{}, { new_password: fresh }, { ...good, current_password: 7 }]) {
    expect((await change(body)).status).toBe(422)
  }
  expect((await logIn(shop, user)).status).toBe(200)

  const { status, body, response } = await change({ ...good, confirm: fresh })
  expect([status, body]).toEqual([200, true])
  const renewed = response.cookies.find(({ name }) => name === 'session')!
  expect(await isOpen(`session=${renewed.value}`)).toBe(true)
  // The old token may have been copied.
  expect([await isOpen(here), await isOpen(there)]).toEqual([false, false])
  expect((await logIn(shop, user)).status).toBe(401)
  expect((await logIn(shop, { ...user, password: fresh })).status).toBe(200)
  expect(await mailedAboutPassword(user.email)).toEqual(['password-changed'])
})

test('after a change only the browser that made it is known', async () => {
  const user = await createUser(shop)
  await logIn(shop, user)
  const { response } = await logIn(shop, user)
  const cookie = response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const body = { current_password: password, new_password: fresh }
  expect((await shop.call(sessions.changePassword, { body }, { cookie })).status).toBe(200)
  const known = shop.db.selectFrom('known_browsers').select('fingerprint')
  const browser = response.cookies.find(({ name }) => name === 'browser')!.value
  expect(await known.where('user_id', '=', user.id).execute()).toEqual([
    { fingerprint: hashToken(browser) },
  ])
})

test('a sign-in renews a hash with an outdated cost, also in concurrent requests', async () => {
  const user = await createUser(shop)
  const outdated = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  const users = shop.db.updateTable('users').where('id', '=', user.id)
  await users.set({ password_hash: outdated }).execute()
  const stored = async () =>
    (
      await shop.db
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow()
    ).password_hash!
  expect((await logIn(shop, { ...user, password: 'Wrong-1234' })).status).toBe(401)
  expect(await stored()).toBe(outdated)

  const together = await Promise.all([1, 2, 3].map(() => logIn(shop, user)))
  expect(together.map(({ status }) => status)).toEqual([200, 200, 200])
  const renewed = await stored()
  expect(parameters(renewed)).toEqual(parameters(await hashPassword('x')))
  expect((await logIn(shop, user)).status).toBe(200)
  expect(await stored()).toBe(renewed)
})

const parameters = (passwordHash: string) => passwordHash.split('$').slice(0, 4)

test('a missing account takes as long to check as a real one', async () => {
  expect(parameters(unmatched)).toEqual(parameters(await hashPassword('x')))
})
