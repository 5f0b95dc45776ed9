import { expect, test } from 'vitest'
import { sessions } from '#contract/platform/sessions.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

const shop = await fileFixture(openTestShop())

const hour = 3_600_000
const day = 24 * hour

/** Returns whether a session of that age and idle time still grants access. */
async function isOpen(roles: { admin?: true; support?: true }, age: number, idle: number) {
  const { user, cookie } = await signIn(shop.app, roles)
  await shop.db
    .updateTable('sessions')
    .set({ created_at: new Date(Date.now() - age), last_seen_at: new Date(Date.now() - idle) })
    .where('user_id', '=', user.id)
    .execute()
  return (await shop.call(sessions.get, {}, { cookie })).status === 200
}

test.each([{ admin: true }, { support: true }] as const)(
  'a session of %j ends after twelve idle hours, and after a week in any case',
  async (roles) => {
    expect(await isOpen(roles, 2 * day, 11 * hour)).toBe(true)
    expect(await isOpen(roles, 2 * day, 13 * hour)).toBe(false)
    expect(await isOpen(roles, 7 * day - hour, 0)).toBe(true)
    expect(await isOpen(roles, 7 * day + hour, 0)).toBe(false)
  },
)

test('a session of a customer lasts longer, and ends after two idle weeks', async () => {
  expect(await isOpen({}, 20 * day, 13 * day)).toBe(true)
  expect(await isOpen({}, 20 * day, 15 * day)).toBe(false)
})
