import { expect, test } from 'vitest'
import { staffUsers } from '#contract/people/staff-users.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { createUser, newPerson } from '#server/platform/sessions/testing/people.ts'

const shop = await fileFixture(openTestShop())
const anna = await signIn(shop.app, { admin: true })
const ben = await signIn(shop.app, { admin: true })

const read = async (uid: number) =>
  (await shop.call(staffUsers.get, { params: { uid } }, anna)).body
const edit = (uid: number, body: Input<typeof staffUsers.change>['body'], by = anna) =>
  shop.call(staffUsers.change, { params: { uid }, body }, by)

test('a save based on a version before a ban is refused, names who banned, and keeps the ban', async () => {
  const { id } = await createUser(shop)
  const { revision } = await read(id)
  expect((await edit(id, { banned: true, revision }, ben)).status).toBe(200)
  const { username } = newPerson()
  const refused = await edit(id, { username, revision })
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile' },
    detail: `Changed by ${ben.user.username}: banned from no to yes`,
  })
  const now = await read(id)
  expect(now).toMatchObject({ banned: true })
  // A second save, based on the current revision, succeeds.
  const saved = await edit(id, { username, revision: now.revision })
  expect(saved).toMatchObject({ status: 200, body: { username, banned: true } })
})

test('a refused save lists every change since, and marks the editor’s own from another window', async () => {
  const { id, username } = await createUser(shop)
  const { revision } = await read(id)
  const { username: other } = newPerson()
  await edit(id, { username: other }, ben)
  await edit(id, { support: true }, anna)
  const { detail } = await edit(id, { banned: true, revision })
  expect(detail).toBe(
    [
      `Changed by ${ben.user.username}: username from “${username}” to “${other}”`,
      'Changed by you in another window: support from no to yes',
    ].join('\n'),
  )
})

test('a value that a colleague changed and changed back is not listed', async () => {
  const { id } = await createUser(shop)
  const { revision } = await read(id)
  await edit(id, { banned: true }, ben)
  await edit(id, { banned: false, support: true }, ben)
  const { detail } = await edit(id, { banned: true, revision })
  expect(detail).toBe(`Changed by ${ben.user.username}: support from no to yes`)
})

test('of many concurrent saves based on the same version, exactly one succeeds', async () => {
  const { id } = await createUser(shop)
  const { revision } = await read(id)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      edit(id, { username: newPerson().username, revision }, n % 2 ? anna : ben),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect((await read(id)).revision).toBe(revision + 1)
})

test('a refused save lists a changed verification', async () => {
  const { id } = await createUser(shop)
  const { revision } = await read(id)
  await edit(id, { verified: false }, ben)
  const refused = await edit(id, { verified: true, revision })
  expect(refused).toMatchObject({
    status: 409,
    detail: `Changed by ${ben.user.username}: verified from yes to no`,
  })
})

test('a change that staff cannot edit, such as a sign-in, does not conflict with their save', async () => {
  const { id } = await createUser(shop)
  const { revision } = await read(id)
  const changed = await shop.db
    .updateTable('users')
    .set({ last_login_at: new Date(), password_hash: 'x' })
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(changed.numUpdatedRows).toBe(1n)
  const { username } = newPerson()
  const { status, body } = await edit(id, { username, revision })
  expect([status, body]).toMatchObject([200, { username }])
})

test('a save without changes is not logged', async () => {
  const { id, username } = await createUser(shop)
  const { revision } = await read(id)
  expect((await edit(id, { username, banned: false, revision })).body.revision).toBe(revision)
  const entries = shop.db.selectFrom('logs').select('id').where('user_id', '=', id)
  expect(await entries.where('type', '=', 'staff').execute()).toEqual([])
})
