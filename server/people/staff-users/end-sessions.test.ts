import { expect, test } from 'vitest'
import { staffUsers } from '#contract/people/staff-users.ts'
import { sessions } from '#contract/platform/sessions.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { addPairedLoader } from '#server/licensing/loader-api/testing/paired-loader.ts'

const shop = await fileFixture(openTestShop())

test('staff sign a user and their loaders out, and the log stores the reason', async () => {
  const admin = await signIn(shop.app, { admin: true })
  const { user, cookie } = await signIn(shop.app)
  await addPairedLoader(shop.db, user.id)
  const end = (uid: number, reason: string) =>
    shop.call(staffUsers.endSessions, { params: { uid }, body: { reason } }, admin)
  expect((await end(user.id, ' ')).status).toBe(422)
  expect((await end(user.id, 'Stolen laptop')).status).toBe(200)
  expect((await shop.call(sessions.get, {}, { cookie })).status).toBe(401)
  const token = await shop.db
    .selectFrom('loader_tokens')
    .select('revoked_at')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(token.revoked_at).not.toBe(null)
  const logged = await shop.db
    .selectFrom('logs')
    .select(['message', 'details'])
    .where('user_id', '=', user.id)
    .execute()
  expect(logged).toContainEqual({
    message: 'User signed out everywhere',
    details: expect.objectContaining({ reason: 'Stolen laptop' }),
  })
  expect((await end(2 ** 31 - 1, 'Stolen laptop')).status).toBe(404)
})
