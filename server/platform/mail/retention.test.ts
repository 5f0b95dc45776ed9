import { expect, test } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { forgetOld } from '#server/shop/retention/testing/forget.ts'

const shop = await fileFixture(openTestShop())

test('the content of an unsent mail is stored for a week', async () => {
  const mail = {
    template: 'password-reset',
    subject: 'Reset',
    text_body: 'link',
    html_body: 'link',
  }
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  await shop.db
    .insertInto('mails')
    .values([
      { ...mail, recipient: 'new@example.com', created_at: daysAgo(6) },
      { ...mail, recipient: 'old@example.com', created_at: daysAgo(8) },
    ])
    .execute()
  await forgetOld(shop)
  const kept = await shop.db
    .selectFrom('mails')
    .select(['recipient', 'status', 'text_body', 'html_body'])
    .orderBy('id')
    .execute()
  expect(kept).toEqual([
    { recipient: 'new@example.com', status: 'queued', text_body: 'link', html_body: 'link' },
    { recipient: 'old@example.com', status: 'failed', text_body: '', html_body: '' },
  ])
})
