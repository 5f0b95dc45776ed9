import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { MailServerFailure } from '#server/adapters/mail/mail.ts'
import { openDatabase } from '#server/kernel/database/database.ts'
import { openDatabaseProxy } from '#server/kernel/testing/database-proxy.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { setAhead } from '#server/kernel/time/clock.ts'
import { deliver } from './delivery.ts'

const shop = await fileFixture(openTestShop())

async function addMail() {
  const { id } = await shop.db
    .insertInto('mails')
    .values({
      template: 'receipt',
      recipient: 'customer@example.com',
      subject: 'Your order',
      text_body: 'Thank you',
      html_body: '<p>Thank you</p>',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function statusOf(id: number) {
  const { status } = await shop.db
    .selectFrom('mails')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return status
}

test('a mail is sent once although the database connection broke', async () => {
  const id = await addMail()
  const proxy = await openDatabaseProxy(shop.databaseUrl)
  const db = openDatabase(proxy.url, 1)
  let sent = 0
  const transport = {
    async send() {
      sent += 1
      proxy.leave()
      setTimeout(proxy.back, 1200)
    },
    check: async () => {},
    close() {},
  }
  try {
    await deliver(db, transport, { siteUrl: 'https://shop.example' }, id)
  } finally {
    await db.destroy()
    await proxy.close()
  }
  expect([sent, await statusOf(id)]).toEqual([1, 'sent'])
})

test('a clock that is ahead discards no mail of today', async () => {
  const id = await addMail()
  const away = {
    async send() {
      throw new MailServerFailure('It is away')
    },
    check: async () => {},
    close() {},
  }
  setAhead(2 * 86_400_000)
  onTestFinished(() => setAhead(0))
  const site = { siteUrl: 'https://shop.example' }
  await expect(deliver(shop.db, away, site, id)).rejects.toThrow('It is away')
  expect(await statusOf(id)).toBe('queued')

  await sql`update mails set created_at = now() - interval '25 hours' where id = ${id}`.execute(
    shop.db,
  )
  await deliver(shop.db, away, site, id)
  expect(await statusOf(id)).toBe('failed')
})
