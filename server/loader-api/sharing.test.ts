import { expect, test } from 'vitest'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { computer, openLoaderShop } from './testing/loader-shop.ts'

const shop = await fileFixture(openLoaderShop())
const { user: admin } = await signIn(shop.app, { admin: true })

/** What the administrator was told about a customer. */
async function mailsAbout(username: string) {
  const rows = await shop.db
    .selectFrom('mails')
    .select(['subject', 'text_body'])
    .where('template', '=', 'sharing')
    .where('user_id', '=', admin.id)
    .where('text_body', 'like', `%${username}%`)
    .orderBy('id')
    .execute()
  return rows.map(({ subject, text_body }) => ({ subject, text: text_body }))
}

test('a computer of five accounts is told to administrators, and goes on playing', async () => {
  const customers = []
  for (let n = 0; n < 5; n += 1) {
    const customer = await shop.addCustomer()
    const loader = await shop.pairNew(customer)
    const { code } = await loader.validate(customer.slug, computer('shared'), customer.build)
    expect(code).toBe('VALID')
    customers.push(customer)
  }
  const told = await Promise.all(customers.map(({ user }) => mailsAbout(user.username)))
  expect(told.map(({ length }) => length)).toEqual([0, 0, 0, 0, 1])
  const [mail] = told[4]!
  expect(mail!.subject).toContain('One computer with 5 accounts')
  expect(mail!.text).toContain(`/admin/users/${customers[4]!.user.id}`)
  expect(mail!.text).toContain('Nothing was done about it')
})

test('a loader on many computers is told once a day', async () => {
  await shop.db.updateTable('settings').set({ share_devices: 1 }).execute()
  const customer = await shop.addCustomer({ devices: 5, sessions: 5 })
  for (const name of ['one', 'two', 'three']) {
    const loader = await shop.pairNew(customer)
    const answer = await loader.validate(customer.slug, computer(name), customer.build)
    expect(answer.code).toBe('VALID')
  }
  const mails = await mailsAbout(customer.user.username)
  expect(mails).toHaveLength(1)
  expect(mails[0]!.subject).toContain('One loader on 2 computers')
})
