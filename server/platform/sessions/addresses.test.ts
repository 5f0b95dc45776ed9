import { expect, test } from 'vitest'
import { staffUsers } from '#contract/people/staff-users.ts'
import { sessions } from '#contract/platform/sessions.ts'
import { solveCaptcha } from '#server/kernel/testing/captcha.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { createUser, newPerson, queuedMails, signUp } from './testing/people.ts'

const shop = await fileFixture(openTestShop({ withMail: true }))

test.each(['mara@bücher.example', 'vera@xn--e1afmkfd.xn--p1ai', 'a&b@example.com'])(
  'a visitor signs up with %s',
  async (email) => {
    const { username } = newPerson()
    expect((await signUp(shop, { username, email })).status).toBe(201)
  },
)

test('an address in another alphabet before the @ is refused with the reason', async () => {
  const { username } = newPerson()
  const refused = await signUp(shop, { username, email: 'почта@россия.рф' })
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.detail)).toContain('The part before the @ can only contain')
})

test('a domain may be written in its own alphabet to sign in, to reset and to invite', async () => {
  const user = await createUser(shop, { email: 'reset@xn--bcher-kva.example' })
  const email = 'Reset@Bücher.example'
  const body = { username: user.username, email, token: await solveCaptcha(shop.app) }
  expect((await shop.call(sessions.forgotPassword, { body })).status).toBe(200)
  await workJobs(shop)
  expect(await queuedMails(shop, user.email)).toHaveLength(1)
  const admin = await signIn(shop.app, { admin: true })
  const invited = { username: 'invited-twice', email, role: 'user' as const }
  expect(await shop.call(staffUsers.add, { body: invited }, admin)).toMatchObject({
    status: 409,
    code: 'email_taken',
  })
})
