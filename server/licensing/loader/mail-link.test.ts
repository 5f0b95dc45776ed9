import { expect, test } from 'vitest'
import { loader } from '#contract/licensing/loader.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

const shop = await fileFixture(openTestShop())

test('a customer who requests the link to the loader receives it by email', async () => {
  shop.shop.mail = { async send() {} } as unknown as typeof shop.shop.mail
  const { user, cookie } = await signIn(shop.app)
  const asked = await shop.call(loader.mailLink, {}, { cookie })
  expect(asked).toMatchObject({ status: 200, body: { email: user.email } })
  const mails = await shop.db
    .selectFrom('mails')
    .select(['recipient', 'text_body'])
    .where('template', '=', 'loader-link')
    .execute()
  expect(mails).toMatchObject([{ recipient: user.email }])
  expect(mails[0]!.text_body).toContain('/dashboard?t=loader')
})

test('without a mail server, the request for the link is refused', async () => {
  shop.shop.mail = null
  const { cookie } = await signIn(shop.app)
  expect(await shop.call(loader.mailLink, {}, { cookie })).toMatchObject({
    status: 409,
    code: 'no_mail_server',
  })
})
