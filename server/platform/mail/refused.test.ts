import { expect, test } from 'vitest'
import { health } from '#contract/platform/health.ts'
import { refusalNames } from '#sandbox/mail/refusals.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { deliver } from './delivery.ts'

const shop = await fileFixture(openTestShop({ withSandbox: true }))
const admin = await signIn(shop.app, { admin: true })

const site = { siteUrl: 'https://shop.example' }

async function addResetMail() {
  const { id } = await shop.db
    .insertInto('mails')
    .values({
      template: 'reset',
      recipient: 'mara@example.com',
      subject: 'Reset your password',
      text_body: 'Open this link',
      html_body: '<p>Open this link</p>',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const readMail = (id: number) =>
  shop.db
    .selectFrom('mails')
    .select(['status', 'text_body'])
    .where('id', '=', id)
    .executeTakeFirst()

async function refuse(refuse: string) {
  const answer = await fetch(`${shop.sandboxUrl}/control/switches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ smtp: { refuse } }),
  })
  expect(answer.status).toBe(200)
}

const mailHealth = async () =>
  (await shop.call(health.get, {}, admin)).body.services.find(({ name }) => name === 'mail')

test.each(refusalNames.filter((name) => name !== 'temporary' && name !== 'permanent'))(
  'a reset mail waits for a server that answers with %s, and Health says so',
  async (name) => {
    const id = await addResetMail()
    await refuse(name)
    await expect(deliver(shop.db, shop.shop.mail, site, id)).rejects.toMatchObject({
      name: 'ShopRefused',
    })
    expect(await readMail(id)).toEqual({ status: 'queued', text_body: 'Open this link' })
    await expect.poll(mailHealth).toMatchObject({ failing: true })
    const suppressed = await shop.db.selectFrom('mail_suppressions').selectAll().execute()
    expect(suppressed).toEqual([])

    await refuse('no')
    await deliver(shop.db, shop.shop.mail, site, id)
    expect(await readMail(id)).toMatchObject({ status: 'sent' })
    await expect.poll(mailHealth).toMatchObject({ failing: false })
  },
)

test('an unknown mailbox fails the mail and suppresses the address', async () => {
  const id = await addResetMail()
  await refuse('permanent')
  await deliver(shop.db, shop.shop.mail, site, id)
  expect(await readMail(id)).toMatchObject({ status: 'failed' })
  await refuse('no')
})
