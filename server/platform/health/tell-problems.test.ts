import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { health, type ServiceName } from '#contract/platform/health.ts'
import { paymentWebhooks } from '#contract/selling/payment-webhooks.ts'
import { enqueue, job } from '#server/kernel/jobs/jobs.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { receive } from '#server/kernel/testing/mailbox.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { countProblems } from './problems.ts'
import { tellProblems } from './tell-problems.ts'

const shop = await fileFixture(openCounter())
const [anna, ben, banned, unverified, deleted] = await Promise.all(
  Array.from({ length: 5 }, () => signIn(shop.app, { admin: true })),
)
await signIn(shop.app, { support: true })
const change = (id: number, to: object) =>
  shop.db.updateTable('users').set(to).where('id', '=', id).execute()
await change(banned!.user.id, { banned: true })
await change(unverified!.user.id, { verified_at: null })
await change(deleted!.user.id, { deleted_at: new Date() })

beforeEach(async () => {
  await shop.db.deleteFrom('problems').execute()
  await shop.db.deleteFrom('mails').execute()
})

const fail = async (name: ServiceName) => {
  await shop.switches({ [name]: { api: 'error' } })
  const { body } = await shop.call(health.test, { params: { name } }, anna!)
  expect(body.failing).toBe(true)
}
const look = () => tellProblems(shop.shop)
/** Moves the recorded problems this far into the past. */
const pass = (time: string) =>
  sql`update problems set since = since - ${time}::interval, told_at = told_at - ${time}::interval`.execute(
    shop.db,
  )
const mailed = async () => {
  const mails = await shop.db
    .selectFrom('mails')
    .select(['recipient', 'subject'])
    .orderBy('id')
    .execute()
  return mails.map(({ recipient, subject }) => `${recipient} ${subject}`)
}
const toBoth = (subject: string) =>
  [anna!, ben!].sort((a, b) => a.user.id - b.user.id).map(({ user }) => `${user.email} ${subject}`)
const down = toBoth('Loadout: Stripe is not responding correctly')
const back = toBoth('Loadout: Stripe works again')

test('mails an outage and its end once to each administrator, also with several processes', async () => {
  await fail('stripe')
  await look()
  expect(await mailed()).toEqual([])
  await pass('5 minutes')
  await Promise.all([look(), look(), look()])
  await pass('3 hours')
  await look()
  expect(await mailed()).toEqual(down)
  const [mail] = await receive(shop, anna!.user.email)
  expect(mail).toMatchObject({ subject: 'Loadout: Stripe is not responding correctly' })
  expect(mail!.text).toContain(`${shop.shop.config.siteUrl}/admin/health`)
  expect(mail!.text).toMatch(
    /Stripe is not responding correctly: since \w+ \d+, \d{4} at \d+:\d\d [AP]M UTC/,
  )

  await shop.switches({ stripe: { api: 'ok' } })
  await Promise.all([look(), look()])
  await look()
  expect(await mailed()).toEqual([...down, ...back])
  const [, over] = await receive(shop, anna!.user.email)
  expect(over!.text).toContain('Stripe works again: after 3 hours')
})

test('mails no short failure, also if nobody has used the service since', async () => {
  await fail('stripe')
  await look()
  await pass('5 minutes')
  await shop.switches({ stripe: { api: 'ok' } })
  await look()
  await look()
  expect(await mailed()).toEqual([])
})

test('mails a recurring problem once an hour', async () => {
  for (let n = 0; n < 3; n += 1) {
    await fail('stripe')
    await look()
    await pass('6 minutes')
    await look()
    await shop.switches({ stripe: { api: 'ok' } })
    await look()
  }
  expect(await mailed()).toEqual([...down, ...back])
  await fail('stripe')
  await look()
  await pass('1 hour')
  await look()
  expect(await mailed()).toEqual([...down, ...back, ...down])
  await shop.switches({ stripe: { api: 'ok' } })
  await look()
})

test('refused webhooks and permanently failed jobs share one mail', async () => {
  expect(
    (await shop.call(paymentWebhooks.stripe, { body: { id: 'evt_1', type: 'x' } })).status,
  ).toBe(400)
  const troubled = job({
    name: 'orders.mail_short_payment',
    does: '',
    payload: z.object({}),
    run: async () => {},
  })
  await enqueue(shop.db, troubled, {})
  await sql`update graphile_worker._private_jobs set attempts = 25, last_error = 'sk_live_secret'
             where id = (select max(id) from graphile_worker._private_jobs)`.execute(shop.db)
  await look()
  await pass('5 minutes')
  await look()
  expect(await mailed()).toEqual(toBoth('Loadout: 2 problems need your attention'))
  const { text_body, html_body } = await shop.db
    .selectFrom('mails')
    .select(['text_body', 'html_body'])
    .limit(1)
    .executeTakeFirstOrThrow()
  for (const body of [text_body, html_body]) {
    expect(body).toContain('Webhooks from Stripe are refused because of wrong signatures')
    expect(body).toContain('Job orders.mail_short_payment failed permanently')
    expect(body).not.toContain('sk_live_secret')
  }
  const { jobs } = (await shop.call(health.failedJobs, { query: { limit: 10 } }, anna!)).body
  await shop.call(health.dropJob, { params: { id: jobs[0]!.id } }, anna!)
  await look()
  expect((await mailed()).slice(2)).toEqual(
    toBoth('Loadout: Job orders.mail_short_payment has no failed runs left'),
  )
  await shop.db
    .insertInto('payment_events')
    .values({ provider: 'stripe', event_id: 'evt_2', type: 'x', payload: '{}' })
    .execute()
  await look()
  expect((await mailed()).slice(4)).toEqual(
    toBoth('Loadout: Webhooks from Stripe are accepted again'),
  )
})

test('mails that cannot be queued are sent later', async () => {
  await fail('stripe')
  await look()
  await pass('5 minutes')
  await sql`alter table mails add constraint none check (template <> 'problems') not valid`.execute(
    shop.db,
  )
  await expect(look()).rejects.toThrow('none')
  await sql`alter table mails drop constraint none`.execute(shop.db)
  expect(await mailed()).toEqual([])
  await look()
  expect(await mailed()).toEqual(down)
  await shop.switches({ stripe: { api: 'ok' } })
  await look()
})

test('does not mail an outage of the mail server', async () => {
  // Later than the success that the check itself records.
  const failed_at = new Date(Date.now() + 60_000)
  await shop.db
    .insertInto('services')
    .values({ name: 'mail', failed_at, error: 'No' })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ failed_at }))
    .execute()
  const { services } = (await shop.call(health.get, {}, anna!)).body
  expect(services).toContainEqual(expect.objectContaining({ name: 'mail', failing: true }))
  await look()
  await pass('5 minutes')
  await look()
  expect(await mailed()).toEqual([])
})

test('mails a nearly full disk with its machine, and when it has space again', async () => {
  const note = (machine: string, free_bytes: number) =>
    shop.db
      .insertInto('machine_disks')
      .values({ machine, free_bytes, total_bytes: 500e9, noted_at: new Date() })
      .onConflict((conflict) => conflict.column('machine').doUpdateSet({ free_bytes }))
      .execute()
  await note('shop-1', 9e9)
  await note('shop-2', 400e9)
  await look()
  await pass('5 minutes')
  await look()
  expect(await mailed()).toEqual(toBoth('Loadout: The disk of shop-1 is almost full'))
  const { body } = await shop.call(health.get, {}, anna!)
  expect(body.disks).toEqual([
    { machine: 'shop-1', free: 9e9, total: 500e9, low: true },
    { machine: 'shop-2', free: 400e9, total: 500e9, low: false },
  ])
  await note('shop-1', 11e9)
  await look()
  expect((await mailed()).slice(2)).toEqual(
    toBoth('Loadout: The disk of shop-1 has enough space again'),
  )
  // A machine that was removed is neither full nor listed.
  await note('shop-1', 1)
  await sql`update machine_disks set noted_at = now() - interval '6 minutes'`.execute(shop.db)
  expect((await shop.call(health.get, {}, anna!)).body.disks).toEqual([])
})

test('the number of problems is right directly after staff test a service', async () => {
  await fail('stripe')
  const failing = await countProblems(shop.db)
  await shop.switches({ stripe: { api: 'ok' } })
  await shop.call(health.test, { params: { name: 'stripe' } }, anna!)
  expect(await countProblems(shop.db)).toBe(failing - 1)
})
