import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sessions } from '#contract/platform/sessions.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { solveCaptcha } from '#server/kernel/testing/captcha.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { countLockWaits } from '#server/kernel/testing/lock-waits.ts'
import { sentence as sentenceOf } from '#server/kernel/testing/sentence.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { createUser, logIn, newPerson, password } from './testing/people.ts'

const shop = await fileFixture(openTestShop())

function cookieOf(response: { cookies: { name: string; value: string }[] }) {
  const session = response.cookies.find(({ name }) => name === 'session')
  return `session=${session?.value}`
}

test('signs in by username or address in any case, reads the user, and signs out', async () => {
  const user = await createUser(shop)
  for (const username of [user.username.toUpperCase(), user.email.toLowerCase()]) {
    const { status, body, response } = await logIn(shop, { username })
    expect(status).toBe(200)
    expect(body).toMatchObject({ uid: user.id, username: user.username, admin: false })
    expect(body).not.toHaveProperty('password_hash')
    const cookie = cookieOf(response)
    const me = await shop.call(sessions.get, {}, { cookie })
    expect(me.body).toEqual(body)
    const out = await shop.call(sessions.logout, {}, { cookie })
    expect(out.body).toBe(true)
    // Not "storage", which has the visitor's cart, nor "cookies", which has the known browser.
    expect(out.response.headers['clear-site-data']).toBe('"cache"')
    expect((await shop.call(sessions.get, {}, { cookie })).status).toBe(401)
  }
  const { last_login_at } = await shop.db
    .selectFrom('users')
    .select('last_login_at')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(last_login_at).not.toBeNull()
  expect((await shop.call(sessions.logout, {})).status).toBe(200)
})

test('each session has a new secret, stored as a hash, and ends the previous one', async () => {
  const user = await createUser(shop)
  const first = await logIn(shop, { username: user.username })
  const second = await logIn(shop, {
    username: user.username,
    cookie: cookieOf(first.response),
  })
  const [before, now] = [cookieOf(first.response), cookieOf(second.response)]
  expect(now).not.toBe(before)
  expect((await shop.call(sessions.get, {}, { cookie: before })).status).toBe(401)
  expect((await shop.call(sessions.get, {}, { cookie: now })).status).toBe(200)
  const [session, ...others] = await shop.db
    .selectFrom('sessions')
    .select('token_hash')
    .where('user_id', '=', user.id)
    .execute()
  expect(others).toEqual([])
  expect(session!.token_hash.toString()).not.toContain(now.split('=')[1])

  const set = second.response.cookies.find(({ name }) => name === 'session')
  expect(set).toMatchObject({ path: '/', httpOnly: true, sameSite: 'Lax' })
})

/** Signs in, and commits the change after the password was checked. */
async function overtaken(username: string, change: (tx: Database) => Promise<unknown>) {
  return shop.db.transaction().execute(async (tx) => {
    await change(tx)
    const answer = logIn(shop, { username })
    await expect.poll(() => countLockWaits(shop.db)).toBeGreaterThan(0)
    return { answer }
  })
}

test('a ban, reset or deletion during a sign-in leaves no session', async () => {
  const changes = [
    [{ banned: true }, 'banned'],
    [{ verified_at: null }, 'unverified'],
    [{ password_hash: 'another' }, 'wrong_credentials'],
    [{ deleted_at: new Date() }, 'wrong_credentials'],
  ] as const
  for (const [columns, code] of changes) {
    const { id, username } = await createUser(shop)
    const { answer } = await overtaken(username, (tx) =>
      tx.updateTable('users').set(columns).where('id', '=', id).execute(),
    )
    const { code: refused, response } = await answer
    expect([refused, response.cookies]).toEqual([code, []])
    const left = shop.db.selectFrom('sessions').select('id').where('user_id', '=', id)
    expect(await left.execute()).toEqual([])
  }
})

test('a sign-in that fails at the end leaves nothing behind', async () => {
  const { id, username } = await createUser(shop)
  const { response } = await logIn(shop, { username })
  const cookie = cookieOf(response)
  await sql`create function refuse_line() returns trigger language plpgsql as
    'begin raise exception ''not now''; end'`.execute(shop.db)
  await sql`create trigger refused before insert on logs
    for each row execute function refuse_line()`.execute(shop.db)
  const failed = await logIn(shop, { username, cookie })
  await sql`drop trigger refused on logs`.execute(shop.db)
  expect([failed.status, failed.response.cookies]).toEqual([500, []])
  // The earlier session continues.
  expect((await shop.call(sessions.get, {}, { cookie })).status).toBe(200)
  const browsers = shop.db.selectFrom('known_browsers').select('user_id').where('user_id', '=', id)
  expect(await browsers.execute()).toHaveLength(1)
})

test('over HTTPS the cookie is secure and bound to the host', async () => {
  const secure = await openTestShop({
    env: { SITE_URL: 'https://shop.example', RATE_LIMITS: 'on' },
  })
  try {
    const user = await createUser(secure)
    const { response } = await logIn(secure, { username: user.username })
    const bound = response.cookies.filter(({ name }) => name.startsWith('__Host-'))
    expect(bound.map(({ name }) => name)).toEqual(['__Host-session', '__Host-browser'])
    for (const set of bound) {
      expect(set).toMatchObject({ path: '/', httpOnly: true, sameSite: 'Lax', secure: true })
      expect(set).not.toHaveProperty('domain')
    }
  } finally {
    await secure.close()
  }
})

test('an unknown name and a wrong password get the same response', async () => {
  const user = await createUser(shop)
  const invited = await createUser(shop)
  await shop.db
    .updateTable('users')
    .set({ password_hash: null })
    .where('id', '=', invited.id)
    .execute()
  const names = [user.username, user.email, invited.username, 'nobody', 'nobody@example.com', 'a b']
  for (const username of names) {
    const { status, detail, response } = await logIn(shop, { username, password: 'Wrong-1234' })
    expect({ status, detail }).toEqual({ status: 401, detail: sentenceOf('wrong_credentials') })
    expect(response.cookies).toEqual([])
  }
})

test('reports an unverified or banned account only after the correct password', async () => {
  const cases = [
    [{ verified_at: null }, sentenceOf('unverified')],
    [{ banned: true }, sentenceOf('banned')],
    [{ banned: true, verified_at: null }, sentenceOf('banned')],
  ] as const
  for (const [columns, sentence] of cases) {
    const { username } = await createUser(shop, columns)
    const right = await logIn(shop, { username })
    expect([right.status, right.detail]).toEqual([403, sentence])
    expect(right.response.cookies).toEqual([])
    expect((await logIn(shop, { username, password: 'Wrong-1234' })).status).toBe(401)
  }
})

test('a ban ends the open sessions', async () => {
  const { user, cookie } = await signIn(shop.app)
  expect((await shop.call(sessions.get, {}, { cookie })).status).toBe(200)
  await shop.db.updateTable('users').set({ banned: true }).where('id', '=', user.id).execute()
  expect((await shop.call(sessions.get, {}, { cookie })).status).toBe(401)
})

test('an expired session, a forged one and a malformed cookie are anonymous', async () => {
  const { user, cookie } = await signIn(shop.app)
  await shop.db
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('user_id', '=', user.id)
    .execute()
  for (const given of [cookie, 'session=forged', 'session=', 'session=%00%ff', undefined]) {
    const { status, code } = await shop.call(sessions.get, {}, { cookie: given })
    expect([status, code]).toEqual([401, 'unauthenticated'])
  }
})

test('a page of another site cannot sign anyone in or out', async () => {
  const { cookie } = await signIn(shop.app)
  for (const origin of ['https://evil.example', 'null']) {
    const headers = { origin }
    const out = await shop.call(sessions.logout, {}, { cookie, headers })
    expect([out.status, out.code]).toEqual([403, 'other_site'])
  }
  expect((await shop.call(sessions.get, {}, { cookie })).status).toBe(200)
  const own = { origin: shop.shop.config.siteUrl }
  expect((await shop.call(sessions.logout, {}, { cookie, headers: own })).status).toBe(200)
})

test('requires a captcha, in either field, once', async () => {
  const user = await createUser(shop)
  const body = { username: user.username, password }
  const without = await shop.call(sessions.login, { body })
  const issue = { loc: ['body', 'token'], msg: sentenceOf('captcha_unsolved') }
  expect([without.status, without.detail]).toMatchObject([422, [issue]])
  const token = await solveCaptcha(shop.app)
  expect((await shop.call(sessions.login, { body: { ...body, recaptcha: token } })).status).toBe(
    200,
  )
  expect((await shop.call(sessions.login, { body: { ...body, token } })).status).toBe(422)
})

test('refuses malformed sign-ins', async () => {
  const { username } = newPerson()
  const bodies: unknown[] = [
    null,
    [],
    'text',
    {},
    { username, token: 'x' },
    { username: 7, password, token: 'x' },
    { username, password: { $ne: '' }, token: 'x' },
    { username: ' ', password, token: 'x' },
    { username: 'a\0b', password, token: 'x' },
    { username, password: 'x'.repeat(257), token: 'x' },
    { username: 'x'.repeat(255), password, token: 'x' },
    { username, password, token: ['x'] },
    { username, password, token: 'x'.repeat(9000) },
  ]
  for (const body of bodies) {
    const { status, detail } = await shop.call(sessions.login, { body: body as never })
    expect({ body, status }).toEqual({ body, status: 422 })
    expect(detail).toBeInstanceOf(Array)
  }
})
