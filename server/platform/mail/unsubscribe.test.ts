import { expect, test } from 'vitest'
import { mailPreferences } from '#contract/platform/mail-preferences.ts'
import { mailSuppressions } from '#contract/platform/mail-suppressions.ts'
import { settings } from '#contract/platform/settings.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { masked } from '#server/platform/users/masked.ts'
import { unsubscribeLinks } from './unsubscribe.ts'

const shop = await fileFixture(openTestShop())
const admin = await signIn(shop.app, { admin: true })

async function somebody() {
  const { user } = await signIn(shop.app)
  const link = new URL((await unsubscribeLinks(shop.db, shop.shop.config.siteUrl))(user.id))
  return { user, link, token: link.searchParams.get('token')! }
}

/** Sends the request of a mailbox provider when the reader clicks Unsubscribe (RFC 8058). */
function oneClick(link: URL, type = 'application/x-www-form-urlencoded') {
  return shop.app.inject({
    method: 'POST',
    url: link.pathname + link.search,
    headers: { 'content-type': type },
    payload: 'List-Unsubscribe=One-Click',
  })
}

const read = (token: string) => shop.call(mailPreferences.get, { body: { token } })
const stop = (token: string) => shop.call(mailPreferences.stop, { body: { token } })
const resume = (token: string) => shop.call(mailPreferences.resume, { body: { token } })

const reasonOf = async (email: string) =>
  (
    await shop.db
      .selectFrom('mail_suppressions')
      .select('reason')
      .where('email', '=', email.toLowerCase())
      .executeTakeFirst()
  )?.reason

test('one click in a mail program unsubscribes, with any form of the request, also twice', async () => {
  const { user, link, token } = await somebody()
  expect((await read(token)).body).toEqual({
    email: 'us…@example.com',
    subscribed: true,
    about: 'news',
  })
  const answers = [
    await oneClick(link),
    await oneClick(link, 'multipart/form-data; boundary=x'),
    await oneClick(link, 'application/json'),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await reasonOf(user.email)).toBe('unsubscribed')
  expect((await read(token)).body.subscribed).toBe(false)
  const entries = await shop.db
    .selectFrom('logs')
    .select('message')
    .where('user_id', '=', user.id)
    .execute()
  expect(entries).toEqual([{ message: 'Unsubscribed from news' }])
})

test('opening a link changes nothing, because scanners open all links', async () => {
  const { user, token } = await somebody()
  await read(token)
  await read(token)
  expect(await reasonOf(user.email)).toBeUndefined()
})

test('the page unsubscribes and subscribes again', async () => {
  const { user, token } = await somebody()
  expect((await stop(token)).body.subscribed).toBe(false)
  expect((await resume(token)).body.subscribed).toBe(true)
  expect(await reasonOf(user.email)).toBeUndefined()
  expect((await resume(token)).status).toBe(200)
})

test('refuses a forged link and one of a deleted user', async () => {
  const { user, link, token } = await somebody()
  const other = await somebody()
  const [, signature] = token.split('.')
  for (const bad of [
    '',
    token.slice(0, -1),
    `${other.user.id}.${signature}`,
    `${user.id}`,
    `${user.id}.`,
    `0${token}`,
    token.toUpperCase(),
  ]) {
    expect([bad, (await stop(bad)).status]).toEqual([bad, 400])
  }
  link.searchParams.set('token', 'nonsense')
  expect((await oneClick(link)).statusCode).toBe(400)
  expect(await reasonOf(other.user.email)).toBeUndefined()
  await shop.db
    .updateTable('users')
    .set({ deleted_at: new Date() })
    .where('id', '=', user.id)
    .execute()
  expect((await stop(token)).status).toBe(400)
})

test('unsubscribing works during maintenance', async () => {
  const { link, token } = await somebody()
  const close = (maintenance_mode: boolean) =>
    shop.call(settings.change, { body: { maintenance_mode } }, admin)
  await close(true)
  await expect.poll(() => shop.shop.settings().maintenance_mode).toBe(true)
  expect((await oneClick(link)).statusCode).toBe(200)
  expect((await resume(token)).status).toBe(200)
  await close(false)
})

test('the preference follows an address change and is deleted with the account', async () => {
  const { user, token } = await somebody()
  await stop(token)
  const set = (change: object) =>
    shop.db.updateTable('users').set(change).where('id', '=', user.id).execute()
  await set({ email: `new-${user.email}` })
  expect(await reasonOf(`new-${user.email}`)).toBe('unsubscribed')
  await set({ email: `gone-${user.id}@deleted.invalid`, deleted_at: new Date() })
  expect(await reasonOf(`new-${user.email}`)).toBeUndefined()
})

test('staff list, search, add and remove addresses, and only they remove the ones they added', async () => {
  const { user, token } = await somebody()
  const add = (email: string) => shop.call(mailSuppressions.add, { body: { email } }, admin)
  const remove = (email: string) => shop.call(mailSuppressions.remove, { body: { email } }, admin)
  const find = async (query: object) =>
    (await shop.call(mailSuppressions.list, { query } as never, admin)).body
  expect((await add(` ${user.email.toUpperCase()} `)).body).toMatchObject({
    email: user.email,
    reason: 'staff',
  })
  expect((await add(user.email)).status).toBe(409)
  expect((await add('nonsense')).status).toBe(422)
  expect(await find({ search: user.username.slice(3) })).toMatchObject({
    total: 1,
    suppressions: [{ email: user.email }],
  })
  expect((await find({ search: user.email, reason: 'unsubscribed' })).total).toBe(0)
  expect((await find({ search: '%' })).total).toBe(0)
  expect(await resume(token)).toMatchObject({
    status: 409,
    code: 'ask_support',
  })
  expect((await remove(user.email)).status).toBe(200)
  expect((await remove(user.email)).status).toBe(404)
  const logged = await shop.db
    .selectFrom('logs')
    .select(['message', 'details'])
    .where('user_id', '=', user.id)
    .where('type', '=', 'staff')
    .orderBy('id')
    .execute()
  expect(logged.map(({ message }) => message)).toEqual([
    'Address suppressed',
    'Address no longer suppressed',
  ])
  expect(logged[0]!.details).toMatchObject({ by: admin.user.username, email: masked(user.email) })
  expect(JSON.stringify(logged)).not.toContain(user.email)
})
