import { expect, test } from 'vitest'
import { sessions } from '#contract/platform/sessions.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { issueToken } from '#server/platform/sessions/mailed-tokens.ts'
import { createUser, logIn } from '#server/platform/sessions/testing/people.ts'
import { appointAdmin } from './appoint.ts'

const shop = await fileFixture(openTestShop())

const body = 'Glasshouse-42'
const follow = (token: string) => shop.call(sessions.resetPassword, { query: { token }, body })

test('a customer’s account becomes an administrator only with --existing', async () => {
  const squatter = await createUser(shop)
  const person = { username: squatter.username, email: 'operator@a.example' }
  await expect(appointAdmin(shop.db, person)).rejects.toThrow('add --existing')
  expect((await logIn(shop, squatter)).body).toMatchObject({ admin: false, email: squatter.email })
})

test('after an appointment, the former password, sessions and links no longer open the account', async () => {
  const squatter = await createUser(shop)
  const { response } = await logIn(shop, squatter)
  const cookie = response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const visit = () => shop.call(sessions.get, {}, { cookie })
  expect((await visit()).status).toBe(200)
  const oldLink = await issueToken(shop.db, squatter, 'reset')

  const { token: link, factorRemoved } = await appointAdmin(shop.db, {
    ...squatter,
    existing: true,
  })
  expect(factorRemoved).toBe(false)
  expect((await logIn(shop, squatter)).status).toBe(401)
  expect((await visit()).status).toBe(401)
  expect((await follow(oldLink)).status).toBe(400)
  const browsers = await shop.db
    .selectFrom('known_browsers')
    .select('user_id')
    .where('user_id', '=', squatter.id)
    .execute()
  expect(browsers).toEqual([])

  expect((await follow(link)).status).toBe(200)
  const signedIn = await logIn(shop, { username: squatter.username, password: body })
  expect(signedIn.body).toMatchObject({ admin: true })
})

test('an existing administrator gets a new link without --existing', async () => {
  const admin = await createUser(shop)
  await shop.db.updateTable('users').set({ admin: true }).where('id', '=', admin.id).execute()
  expect((await follow((await appointAdmin(shop.db, admin)).token)).status).toBe(200)
})
