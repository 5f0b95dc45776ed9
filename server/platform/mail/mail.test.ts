import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { type OutgoingMail, PermanentMailFailure } from '#server/adapters/mail/mail.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { deliver } from './delivery.ts'
import { queueMail } from './mail.ts'

let sent: OutgoingMail[] = []
let failure: Error | undefined

const shop = await fileFixture(openTestShop())

beforeEach(async () => {
  sent = []
  failure = undefined
  shop.shop.mail = {
    async send(mail) {
      if (failure) throw failure
      sent.push(mail)
    },
    check: async () => {},
    close() {},
  }
  await sql`delete from graphile_worker._private_jobs`.execute(shop.db)
})

const mail = {
  to: 'mara@example.com',
  subject: 'Hello',
  text: 'Your link',
  html: '<p>Your link</p>',
  template: { name: 'verification', urgent: true },
  headers: { 'List-Unsubscribe': '<https://shop.example/u>' },
}

function find(id: number) {
  return shop.db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Makes pending jobs due now, so that the test need not wait. */
async function workAgain() {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(shop.db)
  await workJobs(shop)
}

test('sends a mail once, and does not store its links', async () => {
  const id = (await queueMail(shop.db, mail))!
  expect(await find(id)).toMatchObject({ status: 'queued', text_body: 'Your link' })
  await workJobs(shop)
  await deliver(shop.db, shop.shop.mail, shop.shop.config, id)
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ to: mail.to, subject: mail.subject, html: mail.html })
  expect(sent[0]!.headers).toMatchObject({ ...mail.headers, 'Auto-Submitted': 'auto-generated' })
  const after = await find(id)
  expect(after).toMatchObject({ status: 'sent', text_body: '', html_body: '', error: null })
  expect(after.sent_at).not.toBeNull()
})

test('a failed transaction neither stores nor sends its mail', async () => {
  const before = await shop.db.selectFrom('mails').select('id').execute()
  const failing = shop.db.transaction().execute(async (tx) => {
    await queueMail(tx, mail)
    throw new Error('No')
  })
  await expect(failing).rejects.toThrow('No')
  await workJobs(shop)
  expect(sent).toEqual([])
  expect(await shop.db.selectFrom('mails').select('id').execute()).toEqual(before)
})

test('retries a temporary failure with the same message id', async () => {
  failure = new Error('451 Try later')
  const id = (await queueMail(shop.db, mail))!
  await workJobs(shop)
  expect(await find(id)).toMatchObject({ status: 'queued', error: '451 Try later' })
  failure = undefined
  await workAgain()
  expect(sent).toHaveLength(1)
  expect(sent[0]!.headers['Message-ID']).toMatch(new RegExp(`^<mail-${id}-\\d+@127.0.0.1>$`))
  expect(await find(id)).toMatchObject({ status: 'sent', error: null })
})

test('queues mails until a mail server is configured', async () => {
  const transport = shop.shop.mail
  shop.shop.mail = null
  const id = (await queueMail(shop.db, mail))!
  await workJobs(shop)
  expect(await find(id)).toMatchObject({ status: 'queued', error: sentence('no_mail_server') })
  shop.shop.mail = transport
  await workAgain()
  expect(await find(id)).toMatchObject({ status: 'sent' })
})

test('fails after a permanent refusal, or after a day of temporary ones', async () => {
  failure = new PermanentMailFailure('550 No such user')
  const refused = (await queueMail(shop.db, mail))!
  await workJobs(shop)
  expect(await find(refused)).toMatchObject({
    status: 'failed',
    error: '550 No such user',
    text_body: '',
    sent_at: null,
  })
  failure = new Error('451 Try later')
  const old = (await queueMail(shop.db, mail))!
  await shop.db
    .updateTable('mails')
    .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
    .where('id', '=', old)
    .execute()
  await workJobs(shop)
  expect(await find(old)).toMatchObject({ status: 'failed', error: '451 Try later' })
  failure = undefined
  await workAgain()
  expect(sent).toEqual([])
})
