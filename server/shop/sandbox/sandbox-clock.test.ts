import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sessions } from '#contract/platform/sessions.ts'
import { giveTime } from '#server/access/subscriptions/gifts.ts'
import { signIn, signInAs } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { receive } from '#server/kernel/testing/mailbox.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { clock } from '#server/kernel/time/clock.ts'

const shop = await fileFixture(openTestShop({ withSandbox: true }))
const day = 86_400_000

type Read = { now: string; ahead_seconds: number; detail?: string }

async function move(body: object): Promise<{ status: number; body: Read }> {
  const response = await fetch(`${shop.sandboxUrl}/control/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Read }
}

async function databaseNow(): Promise<number> {
  const { rows } = await sql<{ at: Date }>`select now() as at`.execute(shop.db)
  return rows[0]!.at.getTime()
}

const staff = await signInAs(shop.db, { admin: true })
let products = 0
async function subscribe(days: number) {
  const { user } = await signInAs(shop.db)
  products += 1
  const name = `Game ${products}`
  const id = await addProduct(shop.db, { name })
  await giveTime(shop.db, staff.user, user.id, { productId: id, seconds: days * 86_400 })
  return { user, name, id }
}

const subjects = async (email: string) => {
  await workJobs(shop)
  return (await receive(shop, email)).map(({ subject }) => subject)
}

test('shop, database, defaults, queue and stand-ins read one clock', async () => {
  const before = clock.now()
  const { status, body } = await move({ days: 3 })
  expect([status, body.ahead_seconds > 3 * 86_400 - 5]).toEqual([200, true])
  const expected = before + 3 * day
  const near = (at: number) => expect(Math.abs(at - expected)).toBeLessThan(20_000)
  near(clock.now())
  near(Date.parse(body.now))
  near(await databaseNow())
  const { rows } = await sql<{
    at: Date
  }>`insert into throttles (key, ends_at) values ('clock', now())
    returning began_at as at`.execute(shop.db)
  near(rows[0]!.at.getTime())
  await sql`select add_job('health.watch', '{}', null, 'clock', false, 1, 0)`.execute(shop.db)
  const { rows: jobs } = await sql<{ at: Date }>`
    select run_at as at from graphile_worker._private_jobs where key = 'clock'`.execute(shop.db)
  near(jobs[0]!.at.getTime())
})

test('mails each reminder once as the clock moves, then the expiry notice', async () => {
  const { user, name } = await subscribe(30)
  const told: string[] = []
  for (const [days, when] of [
    [22, null],
    [1, 'expires in 7 days'],
    [3, null],
    [1, 'expires in 3 days'],
    [2, 'expires in 1 day'],
    [1, 'has expired'],
    [1, null],
  ] as const) {
    await move({ days })
    if (when) told.push(`Your ${name} subscription ${when}`)
    expect(await subjects(user.email)).toEqual(told)
  }
})

test('without a running worker, moving past all reminders mails only the expiry notice', async () => {
  const { user, name } = await subscribe(30)
  await move({ days: 31 })
  expect(await subjects(user.email)).toEqual([`Your ${name} subscription has expired`])
})

test('sessions and links expire with the clock', async () => {
  const { cookie } = await signIn(shop.app)
  expect((await shop.call(sessions.get, {}, { cookie })).status).toBe(200)
  await move({ months: 1 })
  expect((await shop.call(sessions.get, {}, { cookie })).status).not.toBe(200)
})

test('the clock skips to the next expiry date, and moves only forward', async () => {
  const { user, name } = await subscribe(90)
  await move({ to: 'renewal' })
  expect(await subjects(user.email)).toContain(`Your ${name} subscription has expired`)
  for (const body of [{ days: -1 }, { days: 0 }, { seconds: 0 }, { to: 'then' }, {}, { days: 1.5 }])
    expect((await move(body)).status, JSON.stringify(body)).toBe(422)
})
