import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { health, type WatchedName, watchedName } from '#contract/platform/health.ts'
import { paymentWebhooks } from '#contract/selling/payment-webhooks.ts'
import { enqueue, job } from '#server/kernel/jobs/jobs.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { noteOutcome as noteBackup } from '#server/platform/backups/record.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { noteDisk } from './disks.ts'
import { noteOutcome } from './outcomes.ts'

const shop = await fileFixture(openCounter())
const admin = await signIn(shop.app, { admin: true })

const read = async () => (await shop.call(health.get, {}, admin)).body
const testNow = (name: WatchedName) =>
  shop.call(health.test, { params: { name } }, admin).then(({ body }) => body)

test('the state of a service is known from its normal use', async () => {
  await shop.shop.crypto.nowpayments!.currencies()
  await expect
    .poll(async () => (await read()).services.find(({ name }) => name === 'nowpayments'))
    .toMatchObject({ failing: false, succeeded_at: expect.any(String) })
})

test('a test makes a real call, and reports failures and recoveries', async () => {
  const services: WatchedName[] = [
    ...(['stripe', 'nowpayments', 'btcpay', 'mail', 'discord', 'announcements', 'files'] as const),
  ]
  expect((await read()).services.map(({ name }) => name)).toEqual(services)
  for (const name of services) {
    expect(await testNow(name)).toMatchObject({ name, configured: true, failing: false })
  }
  await shop.switches({
    stripe: { api: 'error' },
    nowpayments: { api: 'error' },
    discord: { bot: 'not_in_server' },
  })
  for (const name of ['stripe', 'nowpayments', 'discord'] as const) {
    const failing = await testNow(name)
    expect(failing).toMatchObject({ failing: true, succeeded_at: expect.any(String) })
    expect(failing.error).not.toBe('')
  }
  await shop.switches({
    stripe: { api: 'ok' },
    nowpayments: { api: 'ok' },
    discord: { bot: 'allowed' },
  })
  for (const name of services) expect((await testNow(name)).failing).toBe(false)
})

test('reports an unreachable mail server with its reason', async () => {
  const env = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'shop@a.example' }
  const other = await openTestShop({ env })
  const { cookie } = await signIn(other.app, { admin: true })
  const { body } = await other.call(health.test, { params: { name: 'mail' } }, { cookie })
  expect(body).toMatchObject({ failing: true, succeeded_at: null })
  expect(body.error).toContain('ECONNREFUSED')
  const unset = await other.call(health.test, { params: { name: 'stripe' } }, { cookie })
  expect([unset.status, unset.code]).toEqual([409, 'not_configured'])
  await other.close()
})

test('reports the last delivery of webhooks', async () => {
  const stripe = async () => (await read()).webhooks.find(({ provider }) => provider === 'stripe')!
  expect(await stripe()).toMatchObject({ delivered_at: null, type: null })
  const { session } = await shop.newCardOrder()
  await shop.session(session, 'confirm')
  await expect.poll(stripe).toMatchObject({
    delivered_at: expect.any(String),
    // Several events belong to one payment and arrive in any order.
    type: expect.stringMatching(/^(checkout|payment_intent|payment_method|charge)\./),
  })
  await expect
    .poll(async () => (await shop.app.inject('/metrics')).body)
    .toContain('loadout_webhooks_delivered_seconds{service="stripe"} ')
  await shop.work()
})

test('counts forged webhooks by provider', async () => {
  const forge = () => shop.call(paymentWebhooks.stripe, { body: { id: 'evt_1', type: 'x' } })
  const before = (await read()).webhooks.find(({ provider }) => provider === 'stripe')!
  expect([(await forge()).status, (await forge()).status]).toEqual([400, 400])
  const after = (await read()).webhooks.find(({ provider }) => provider === 'stripe')!
  expect(after.refused).toBe(before.refused + 2)
  expect(after.refused_at).not.toBeNull()
})

const troubled = job({ name: 'mail.send', does: '', payload: z.object({}), run: async () => {} })

/** Creates a job that has failed this many times. */
async function failedJob(attempts: number, mail = 0) {
  await enqueue(shop.db, troubled, { mail } as never)
  const { rows } = await sql<{ id: string }>`
    update graphile_worker._private_jobs set attempts = ${attempts}, last_error = 'No luck, <anna@a.example>',
           run_at = now() + interval '1 hour'
     where id = (select max(id) from graphile_worker._private_jobs) returning id::text`.execute(
    shop.db,
  )
  return rows[0]!.id
}

test('a failed job is listed with its error, retried, or discarded', async () => {
  const before = (await read()).jobs
  const retried = await failedJob(3)
  const dropped = await failedJob(25)
  const list = async () =>
    (await shop.call(health.failedJobs, { query: { limit: 10 } }, admin)).body.jobs
  const those = (await list()).filter(({ id }) => [retried, dropped].includes(id))
  expect(those).toMatchObject([
    {
      id: dropped,
      does: 'Sends an email',
      error: 'No luck, <…@a.example>',
      given_up: true,
      next_at: null,
    },
    { id: retried, given_up: false, next_at: expect.any(String) },
  ])
  expect((await read()).jobs.failed).toBe(before.failed + 1)
  const retry = (id: string) => shop.call(health.retryJob, { params: { id } }, admin)
  const drop = (id: string) => shop.call(health.dropJob, { params: { id } }, admin)

  expect((await drop(dropped)).status).toBe(200)
  expect((await drop(dropped)).code).toBe('unknown_job')
  // The second click finds the job pending.
  for (const press of [1, 2]) expect([press, (await retry(retried)).status]).toEqual([press, 202])
  expect((await list()).map(({ id }) => id)).not.toContain(retried)
  expect((await retry(dropped)).code).toBe('unknown_job')
  expect((await read()).jobs).toMatchObject({
    failed: before.failed,
    waiting: before.waiting + 1,
  })
  const entries = await shop.db
    .selectFrom('logs')
    .select(['message', 'details'])
    .where('message', 'in', ['Job discarded', 'Job retried'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  const error = 'No luck, <…@a.example>'
  expect(entries).toMatchObject([
    { message: 'Job retried', details: { job: 'mail.send', error } },
    { message: 'Job discarded', details: { job: 'mail.send', error, by: admin.user.username } },
  ])
})

test('a discarded mail has failed, and its text is deleted', async () => {
  const mail = { template: 'password-reset', recipient: 'anna@a.example', subject: 'Reset' }
  const { id } = await shop.db
    .insertInto('mails')
    .values({ ...mail, text_body: 'link', html_body: 'link' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const params = { id: await failedJob(25, id) }
  const { body } = await shop.call(health.failedJobs, { query: { limit: 10 } }, admin)
  expect(body.jobs.find((each) => each.id === params.id)).toMatchObject({ to: 'an…@a.example' })
  expect((await shop.call(health.dropJob, { params }, admin)).status).toBe(200)
  const left = await shop.db
    .selectFrom('mails')
    .select(['status', 'text_body', 'html_body'])
    .where('id', '=', id)
    .executeTakeFirst()
  expect(left).toEqual({ status: 'failed', text_body: '', html_body: '' })
})

test('a job without attempts cannot be discarded', async () => {
  await enqueue(shop.db, troubled, { mail: 0 } as never)
  const { rows } = await sql<{ id: string }>`
    select max(id)::text as id from graphile_worker.jobs`.execute(shop.db)
  const refused = await shop.call(health.dropJob, { params: { id: rows[0]!.id } }, admin)
  expect(refused.code).toBe('unknown_job')
})

test('reports disk, database and versions, also as metrics', async () => {
  await noteBackup(shop.db, { place: '/srv', began: 0 }, { name: 'one', bytes: 4321 })
  await noteOutcome(shop.db, 'files', new Error('Away'))
  expect(await testNow('stripe')).toMatchObject({ failing: false })
  await noteDisk(shop.db, shop.shop.dataDir)
  const { disks, database, version, mail, jobs, webhooks } = await read()
  const stripe = webhooks.find(({ provider }) => provider === 'stripe')!
  const [disk] = disks
  expect(disk!.free).toBeGreaterThan(0)
  expect(disk!.total).toBeGreaterThanOrEqual(disk!.free)
  expect(database.bytes).toBeGreaterThan(1_000_000)
  expect(version.shop).toMatch(/^\d+\.\d+\.\d+$/)
  expect(`${version.node} ${database.version}`).toMatch(/^v\d+\.\S+ \d+/)
  const lines = [
    'loadout_service_up{service="stripe"} 1',
    `loadout_jobs{state="failed"} ${jobs.failed}`,
    `loadout_webhooks_refused{service="stripe"} ${stripe.refused}`,
    'loadout_service_succeeded_seconds{service="stripe"} ',
    'loadout_service_failed_seconds{service="files"} ',
    `loadout_mails_failed ${mail.failed_today}`,
    'loadout_backup_bytes 4321',
    'loadout_migrations_unfinished 0',
    `loadout_disk_total_bytes{machine="${disk!.machine}"} ${disk!.total}`,
    `loadout_build_info{shop="${version.shop}",node="${version.node}",postgresql="${database.version}"} 1`,
    `loadout_database_bytes `,
  ]
  // The metrics are refreshed at most every few seconds.
  await expect
    .poll(async () => {
      const { body } = await shop.app.inject('/metrics')
      return lines.filter((line) => !body.includes(line))
    })
    .toEqual([])
})

test('every monitored service can be tested, or is reported as not set up', async () => {
  for (const name of watchedName.options) {
    const { status, code } = await shop.call(health.test, { params: { name } }, admin)
    expect([name, status === 200 || code === 'not_configured']).toEqual([name, true])
  }
})
