import { expect, test } from 'vitest'
import { listedSessions, sessions } from '#contract/platform/sessions.ts'
import { signIn, startSessionOf } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { addPairedLoader } from '#server/licensing/loader-api/testing/paired-loader.ts'

const shop = await fileFixture(openTestShop())

/** Creates a customer with sessions in three browsers. The third was idle for too long. */
async function withThreeBrowsers() {
  const { user, cookie } = await signIn(shop.app)
  const other = `session=${await startSessionOf(shop.db, user.id)}`
  const idle = `session=${await startSessionOf(shop.db, user.id)}`
  const { id } = await shop.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await shop.db
    .updateTable('sessions')
    .set({ last_seen_at: new Date(Date.now() - 15 * 86_400_000) })
    .where('id', '=', id)
    .execute()
  return { user, cookie, other, idle }
}

const listOf = async (cookie: string) =>
  (await shop.call(sessions.list, {}, { cookie })).body.sessions

const isSignedIn = async (cookie: string) =>
  (await shop.call(sessions.get, {}, { cookie })).status === 200

test('lists the live sessions, the current one first', async () => {
  const { user, cookie, other } = await withThreeBrowsers()
  await shop.db
    .updateTable('sessions')
    .set({ address: '203.0.113.7', user_agent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0' })
    .where('user_id', '=', user.id)
    .execute()
  const listed = await listOf(cookie)
  expect(listed.map(({ current }) => current)).toEqual([true, false])
  expect(listed[1]).toMatchObject({ device: 'Chrome on Windows', address: '203.0.113.7' })
  expect((await listOf(other)).map(({ id }) => id)).toEqual(listed.map(({ id }) => id).toReversed())
})

test('a customer ends one session', async () => {
  const { cookie, other } = await withThreeBrowsers()
  const { id } = (await listOf(cookie))[1]!
  const end = () => shop.call(sessions.end, { params: { id } }, { cookie })
  expect((await end()).status).toBe(200)
  expect(await isSignedIn(other)).toBe(false)
  expect(await isSignedIn(cookie)).toBe(true)
  expect((await end()).body).toMatchObject({ code: 'unknown_session' })
})

test('cannot end the session of another user', async () => {
  const { cookie } = await withThreeBrowsers()
  const stranger = await signIn(shop.app)
  const { id } = (await listOf(cookie))[0]!
  const refused = await shop.call(sessions.end, { params: { id } }, stranger)
  expect(refused.status).toBe(404)
  await shop.call(sessions.endOthers, {}, stranger)
  expect(await isSignedIn(cookie)).toBe(true)
})

test('a customer ends all sessions except the current one, and loaders stay signed in', async () => {
  const { user, cookie, other } = await withThreeBrowsers()
  await addPairedLoader(shop.db, user.id)
  await shop.call(sessions.endOthers, {}, { cookie })
  expect(await isSignedIn(other)).toBe(false)
  expect(await listOf(cookie)).toHaveLength(1)
  const token = await shop.db
    .selectFrom('loader_tokens')
    .select('revoked_at')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(token.revoked_at).toBe(null)
})

test('lists only the most recently used sessions and the current one', async () => {
  const { user, cookie } = await signIn(shop.app)
  for (let n = 0; n < listedSessions; n += 1) await startSessionOf(shop.db, user.id)
  const listed = await listOf(cookie)
  expect(listed).toHaveLength(listedSessions)
  expect(listed[0]!.current).toBe(true)
})
