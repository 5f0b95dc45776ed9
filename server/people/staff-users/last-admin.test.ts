import { expect, test } from 'vitest'
import { staffUsers } from '#contract/people/staff-users.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

const shop = await fileFixture(openTestShop())

type Admin = Awaited<ReturnType<typeof signIn>>
const params = ({ user }: Admin) => ({ uid: user.id })

const ways = {
  demoted: (of: Admin, by: Admin) =>
    shop.call(staffUsers.change, { params: params(of), body: { admin: false } }, by),
  banned: (of: Admin, by: Admin) =>
    shop.call(staffUsers.change, { params: params(of), body: { banned: true } }, by),
  'made support': (of: Admin, by: Admin) =>
    shop.call(staffUsers.change, { params: params(of), body: { support: true } }, by),
  unverified: (of: Admin, by: Admin) =>
    shop.call(staffUsers.change, { params: params(of), body: { verified: false } }, by),
  deleted: (of: Admin, by: Admin) => shop.call(staffUsers.remove, { params: params(of) }, by),
}

/** Returns the active administrators. */
async function admins() {
  const rows = await shop.db
    .selectFrom('users')
    .select('id')
    .where('admin', '=', true)
    .where('banned', '=', false)
    .where('verified_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

async function onlyThese(count: number) {
  await shop.db.updateTable('users').set({ admin: false }).execute()
  return Promise.all(Array.from({ length: count }, () => signIn(shop.app, { admin: true })))
}

// The tests of this file change all administrators, so they run one after the other.
test.each(Object.entries(ways))(
  'of two administrators, each %s by the other at the same time, one remains',
  async (_, way) => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = (await onlyThese(2)) as [Admin, Admin]
      const answers = await Promise.all([way(one, other), way(other, one)])
      expect(await admins()).toHaveLength(1)
      const statuses = answers.map(({ status }) => status).sort()
      // The faster call may have ended the other's session before that call was authenticated.
      expect(statuses[0]).toBe(200)
      expect([401, 403, 409]).toContain(statuses[1])
    }
  },
)

test('when five administrators remove one another at the same time, at least one remains', async () => {
  const five = await onlyThese(5)
  const kinds = Object.values(ways)
  await Promise.all(
    five.flatMap((by) =>
      five.filter((of) => of !== by).map((of, n) => kinds[n % kinds.length]!(of, by)),
    ),
  )
  expect((await admins()).length).toBeGreaterThanOrEqual(1)
})

test('an invited or unverified administrator does not count as a remaining one', async () => {
  const [one, invited] = (await onlyThese(2)) as [Admin, Admin]
  await shop.db
    .updateTable('users')
    .set({ verified_at: null })
    .where('id', '=', invited.user.id)
    .execute()
  for (const way of Object.values(ways))
    expect(await way(one, invited)).toMatchObject({
      status: 409,
      code: 'last_admin',
    })
})
