import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantTime } from '#server/access/subscriptions/ledger.ts'
import { openDatabase } from '#server/kernel/database/database.ts'
import { migrate } from '#server/kernel/migrations/migrate.ts'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { type RunningShop, startShop } from '#server/kernel/testing/running-shop.ts'

/** Two processes of one shop, as if on two machines. */
let both: [RunningShop, RunningShop]
let db: ReturnType<typeof openDatabase>
let product: { id: number }
const dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-processes-'))
const database = await createTestDatabase()

beforeAll(async () => {
  await migrate(database.url)
  db = openDatabase(database.url, 2)
  // A shop that already has a product does not receive the demo data.
  product = await db
    .insertInto('products')
    .values({ name: 'Counter-Strike 2', slug: 'cs2', price_cents: 1799 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const start = () =>
    startShop(database.url, dataDir, { RATE_LIMITS: 'on', LOG_LEVEL: 'silent', DATABASE_POOL: '3' })
  both = await Promise.all([start(), start()])
})
afterAll(async () => {
  await Promise.all(both?.map((shop) => shop.stop('SIGKILL')) ?? [])
  await db?.destroy()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

type Call = { method?: string; token?: string; body?: object }

async function call(shop: RunningShop, path: string, { method = 'GET', token, body }: Call = {}) {
  const response = await fetch(`${shop.url}/api${path}`, {
    method,
    headers: {
      ...(token && { cookie: `session=${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

test('two processes share a limit, and report it if it was reached at the other', async () => {
  const { token } = await signInAs(db)
  const answers: { status: number; headers: Headers }[] = []
  for (const turn of Array(11).keys()) {
    const body = { current_password: 'wrong' }
    answers.push(
      await call(both[turn % 2]!, '/user/change_password', { method: 'POST', token, body }),
    )
  }
  const told = answers.map(({ status }) => status)
  expect(told.slice(0, 10)).not.toContain(429)
  expect(told[10]).toBe(429)
  expect(
    (await call(both[1], '/user/change_password', { method: 'POST', token, body: {} })).status,
  ).toBe(429)
  expect(Number(answers[10]!.headers.get('retry-after'))).toBeGreaterThan(500)
  const other = await signInAs(db)
  const theirs = await call(both[0], '/user/change_password', {
    method: 'POST',
    token: other.token,
    body: {},
  })
  expect(theirs.status).not.toBe(429)
})

test('a change in one process invalidates the cache of the other', async () => {
  const { token } = await signInAs(db, { admin: true })
  const shown = (shop: RunningShop) => call(shop, '/games').then(({ text }) => text)
  for (const [turn, name] of ['Renamed here', 'And renamed there'].entries()) {
    for (const shop of both) expect(await shown(shop)).not.toContain(name)
    const before = await call(both[turn]!, `/admin/games/${product.id}`, { token })
    const { revision } = JSON.parse(before.text)
    const changed = await call(both[turn]!, `/admin/games/${product.id}`, {
      method: 'PATCH',
      token,
      body: { name, revision },
    })
    expect(changed.status).toBe(200)
    for (const shop of both) await expect.poll(() => shown(shop)).toContain(name)
  }
})

test('sign-ins and sign-outs apply in both processes', async () => {
  const { token, user } = await signInAs(db)
  const who = (shop: RunningShop) => call(shop, '/user/authenticated', { token })
  for (const shop of both) expect(await who(shop).then(({ text }) => text)).toContain(user.username)
  expect((await call(both[0], '/logout', { method: 'POST', token })).status).toBe(200)
  for (const shop of both) expect((await who(shop)).status).toBe(401)
})

test('a notice is sent once, by either process', async () => {
  const { user } = await signInAs(db)
  await grantTime(db, {
    userId: user.id,
    productId: product.id,
    seconds: 30 * 86_400,
    cause: 'grant',
  })
  await sql`update subscriptions set created_at = now() - interval '28 days', ends_at = now() + interval '2 days'
             where user_id = ${user.id}`.execute(db)
  for (const _ of Array(6).keys())
    await sql`select graphile_worker.add_job('subscriptions.mail_notices', '{}')`.execute(db)
  const waiting = () =>
    sql`select from graphile_worker.jobs where task_identifier like 'subscriptions.%' or task_identifier like 'mail.%'`
      .execute(db)
      .then(({ rows }) => rows.length)
  await expect.poll(waiting).toBe(0)
  const mails = await db
    .selectFrom('mails')
    .select('subject')
    .where('user_id', '=', user.id)
    .execute()
  expect(mails).toHaveLength(1)
  const taken = await Promise.all(both.map((shop) => mailsTaken(shop, user.email)))
  expect(taken.flat()).toHaveLength(1)
})

/** Reads the mails from the mail server that each process runs in test mode. */
async function mailsTaken({ sandboxUrl }: RunningShop, email: string): Promise<unknown[]> {
  const answer = await fetch(`${sandboxUrl}/control/mail`)
  const { messages } = (await answer.json()) as { messages: unknown[] }
  return messages.filter((message) => JSON.stringify(message).includes(email))
}
