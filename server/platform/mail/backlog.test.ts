import { beforeEach, expect, test } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { findMail } from '#server/platform/texts/declared-mails.ts'
import { type Mail, queueMail } from './mail.ts'

const shop = await fileFixture(openTestShop({ withMail: true }))

const sent: string[] = []
beforeEach(() => {
  sent.length = 0
  shop.shop.mail = {
    send: async ({ subject }) => void sent.push(subject),
    check: async () => {},
    close() {},
  }
})

const queue = (template: Mail, subject: string) =>
  queueMail(shop.db, {
    template,
    subject,
    text: 'Text',
    html: '<p>Text</p>',
    to: 'mara@example.com',
  })

test('mails that a user waits for overtake queued notices', async () => {
  const notice = findMail('release')!
  for (let index = 0; index < 40; index += 1) await queue(notice, `Notice ${index}`)
  const awaited = ['verification', 'password-reset', 'new-sign-in', 'receipt']
  for (const name of awaited) await queue(findMail(name)!, name)
  await workJobs(shop)
  expect(sent).toHaveLength(44)
  expect(sent.slice(0, 4).sort()).toEqual([...awaited].sort())
})
