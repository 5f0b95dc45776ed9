import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sessions } from '#contract/platform/sessions.ts'
import { foldedHash } from '#server/kernel/secrets/folded-hash.ts'
import { solveCaptcha } from '#server/kernel/testing/captcha.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { issueToken } from './mailed-tokens.ts'
import { createUser, newPerson, password, signUp } from './testing/people.ts'

const shop = await fileFixture(openTestShop({ withMail: true, env: { TRUST_PROXY: '127.0.0.1' } }))

type Attempt = { given?: string; from?: string; cookie?: string }

async function attempt(username: string, { given, from = '10.0.0.1', cookie }: Attempt = {}) {
  const token = await solveCaptcha(shop.app)
  const body = { username, password: given ?? 'Wrong-1234', token }
  return shop.call(sessions.login, { body }, { cookie, headers: { 'x-forwarded-for': from } })
}

/** Inserts earlier failures, as if from the given addresses. */
async function failBefore(username: string, addresses: string[], times: number, name = username) {
  const name_hash = foldedHash(name)
  const rows = addresses.flatMap((source) =>
    Array.from({ length: times }, () => ({ name_hash, source, known_browser: false })),
  )
  await shop.db.insertInto('login_failures').values(rows).execute()
  return username
}

const refused = sentence('too_many_failures')

test('ten failures from one address lock a name for it, also in concurrent requests', async () => {
  const { username } = await createUser(shop)
  const answers = await Promise.all(Array.from({ length: 14 }, () => attempt(username)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(4)

  await failBefore(username, ['10.0.0.1'], 10)
  const right = await attempt(username.toUpperCase(), { given: password })
  expect([right.status, right.detail]).toEqual([429, refused])
  expect((await attempt(username, { given: password, from: '10.0.0.2' })).status).toBe(200)
})

test('locks a name without an account in the same way', async () => {
  for (let n = 0; n < 10; n++) expect((await attempt('no.such.user')).status).toBe(401)
  expect((await attempt('no.such.user')).status).toBe(429)
})

test('a sign-up held at an address does not clear its failures', async () => {
  const { email } = await createUser(shop)
  expect((await signUp(shop, { ...newPerson(), email, password: 'Nightshade-7' })).status).toBe(201)
  const statuses: number[] = []
  for (let n = 0; n < 12; n++) {
    statuses.push((await attempt(email)).status)
    statuses.push((await attempt(email, { given: 'Nightshade-7' })).status)
  }
  expect(statuses.slice(0, 2)).toEqual([401, 403])
  expect(new Set(statuses.slice(10))).toEqual(new Set([429]))
})

test('a correct password clears the earlier failures', async () => {
  const { username } = await createUser(shop)
  for (let n = 0; n < 9; n++) await attempt(username)
  expect((await attempt(username, { given: password })).status).toBe(200)
  for (let n = 0; n < 9; n++) expect((await attempt(username)).status).toBe(401)
})

test('distributed guessing locks out neither a known browser nor a user who resets the password', async () => {
  const user = await createUser(shop)
  const before = await attempt(user.username, { given: password, from: '10.1.0.1' })
  const browser = before.response.cookies.find(({ name }) => name === 'browser')!
  const cookie = `browser=${browser.value}`

  await attempt(user.username)
  const many = Array.from({ length: 10 }, (_, n) => `10.2.0.${n}`)
  await failBefore(user.username, many, 5)
  expect((await attempt(user.username, { given: password, from: '10.3.0.1' })).status).toBe(429)
  expect(
    (await attempt(user.username, { given: password, from: '10.3.0.1', cookie: 'browser=x' }))
      .status,
  ).toBe(429)
  expect((await attempt(user.username, { given: password, cookie })).status).toBe(200)

  const other = await createUser(shop)
  await attempt(other.username)
  await failBefore(other.username, many, 5)
  const token = await issueToken(shop.db, other, 'reset')
  const body = 'Daybreak8'
  const reset = await shop.call(sessions.resetPassword, { query: { token }, body })
  expect(reset.status).toBe(200)
  expect((await attempt(other.username, { given: body, from: '10.3.0.1' })).status).toBe(200)
})

test('a known browser has a limit too', async () => {
  const { username } = await createUser(shop)
  const { response } = await attempt(username, { given: password })
  const cookie = `browser=${response.cookies.find(({ name }) => name === 'browser')!.value}`
  for (let n = 0; n < 10; n++) {
    expect((await attempt(username, { cookie, from: `10.4.0.${n}` })).status).toBe(401)
  }
  expect((await attempt(username, { cookie, from: '10.4.0.99' })).status).toBe(429)
})

test('spellings of a name that the database treats as equal share its count', async () => {
  const { username, email } = await createUser(shop, {
    username: 'ivi.krill',
    email: 'ivi.krill@example.com',
  })
  for (let n = 0; n < 10; n++) expect((await attempt(username)).status).toBe(401)
  for (const spelled of ['İvi.krill', 'iVİ.krıll', 'İVI.\u212Arill']) {
    const other = await attempt(spelled, { given: password })
    // It counts as the same name (429), or the database knows no such name (401).
    expect([429, 401], spelled).toContain(other.status)
  }
  expect((await attempt(email, { given: password })).status).toBe(401)
})

test('using the correct password elsewhere does not keep an account locked', async () => {
  const { id, username, email } = await createUser(shop)
  await attempt(username)
  const strangers = Array.from({ length: 10 }, (_, n) => `10.5.0.${n}`)
  await failBefore(username, strangers, 5, `account ${id}`)
  // An address may fail for more than one name in total.
  for (const name of Array.from({ length: 12 }, (_, n) => (n % 2 ? email : username))) {
    const owner = await attempt(name, { given: password, from: '10.6.0.1' })
    expect([owner.status, owner.code]).toEqual([401, 'wrong_credentials'])
  }
  // A guesser learns nothing either: the correct password gets the same response as any other.
  expect((await attempt(email, { from: '10.6.0.2' })).code).toBe('wrong_credentials')

  const age = { failed_at: sql<Date>`failed_at - interval '16 minutes'` }
  await shop.db.updateTable('login_failures').set(age).where('source', 'in', strangers).execute()
  expect((await attempt(email, { given: password, from: '10.6.0.1' })).status).toBe(200)
})

test('the other name of a locked account is locked after the normal number of attempts', async () => {
  const { id, username, email } = await createUser(shop)
  await attempt(username)
  await failBefore(username, ['10.0.0.1'], 10, `account ${id}`)
  for (const name of [email, 'nobody@a.example']) {
    const statuses = []
    for (let n = 0; n < 12; n++) statuses.push((await attempt(name)).status)
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  }
})

test('the address and the username of an account share a count, without revealing it', async () => {
  const { username, email } = await createUser(shop)
  for (let n = 0; n < 5; n++) {
    expect((await attempt(username)).status).toBe(401)
    expect((await attempt(email)).status).toBe(401)
  }
  // Neither name is reported as locked, and no password opens the account from this address.
  expect((await attempt(username, { given: password })).status).toBe(401)
  expect((await attempt(email, { given: password })).status).toBe(401)
  expect((await attempt(email, { given: password, from: '10.0.0.2' })).status).toBe(200)
  await shop.db.deleteFrom('login_failures').execute()
  expect((await attempt(email, { given: password })).status).toBe(200)
})
