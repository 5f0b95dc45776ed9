import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { staffUsers } from '#contract/people/staff-users.ts'
import { payments } from '#contract/selling/payments.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { catalogue } from './catalogue.ts'
import { turnEventMonths } from './retention.ts'
import { causes } from './testing/causes.ts'

const counter = await fileFixture(openCounter())
const admin = await signIn(counter.app, { admin: true })

const eventsOf = (userId: number) =>
  counter.db
    .selectFrom('events')
    .select(['type', 'actor_id', 'data'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

async function saidOf(userId: number) {
  const lines = counter.db.selectFrom('logs').select('message').where('user_id', '=', userId)
  return (await lines.orderBy('id').execute()).map(({ message }) => message)
}

async function saidBy(userId: number, message: string) {
  const lines = counter.db.selectFrom('logs').select('type').where('user_id', '=', userId)
  return (await lines.where('message', '=', message).executeTakeFirst())?.type
}

const jobsOf = async (name: string) =>
  (
    await sql<{ payload: unknown }>`
      select payload from graphile_worker._private_jobs
        join graphile_worker._private_tasks tasks on tasks.id = task_id
       where identifier = ${name}`.execute(counter.db)
  ).rows.map(({ payload }) => payload)

const change = (uid: number, body: object) =>
  counter.call(staffUsers.change, { params: { uid }, body }, admin)

test('each event about a user exists once with its log entry', async () => {
  for (const [type, [line, cause]] of Object.entries(causes(counter, admin))) {
    const userId = await cause()
    const told = (await eventsOf(userId)).filter((event) => event.type === type)
    expect([type, told.length]).toEqual([type, 1])
    expect(
      (await saidOf(userId)).filter((said) => said === line),
      type,
    ).toHaveLength(1)
    const { data, sample } = catalogue[type as keyof typeof catalogue]
    expect(z.encode(data, z.parse(data, told[0]!.data)), type).toEqual(told[0]!.data)
    expect(Object.keys(told[0]!.data as object).sort(), type).toEqual(Object.keys(sample).sort())
    const byStaff = (await saidBy(userId, line)) === 'staff'
    expect(told[0]!.actor_id, type).toBe(byStaff ? admin.user.id : null)
  }
})

test('every sample matches its own event', () => {
  for (const [type, { data, sample }] of Object.entries(catalogue)) {
    expect(type).toMatch(/^[a-z_]+\.[a-z_]+$/)
    expect(z.parse(data, z.encode(data, sample as never)), type).toEqual(sample)
  }
})

test('a rolled-back change leaves no event, no log entry and no job', async () => {
  const { user } = await counter.customer()
  const link = { user_id: user.id, discord_id: `77${user.id}`, username: 'them' }
  await counter.db.insertInto('discord_links').values(link).execute()
  await sql`create function refuse_commit() returns trigger language plpgsql as
    'begin raise exception ''not now''; end'`.execute(counter.db)
  await sql`create constraint trigger refused after insert on events deferrable initially deferred
    for each row execute function refuse_commit()`.execute(counter.db)
  expect((await change(user.id, { banned: true })).status).toBe(500)
  await sql`drop trigger refused on events`.execute(counter.db)
  expect(await eventsOf(user.id)).toEqual([])
  expect(await saidOf(user.id)).toEqual([])
  expect(await jobsOf('discord.match_roles')).toEqual([])
  expect((await change(user.id, { banned: true })).status).toBe(200)
  expect((await eventsOf(user.id)).map(({ type }) => type)).toEqual(['user.banned'])
  expect(await saidOf(user.id)).toEqual(['User banned'])
  expect(await jobsOf('discord.match_roles')).toEqual([{ account: link.discord_id }])
})

test('a payment that is reported twenty times, and checked concurrently, counts once', async () => {
  const { user, cookie } = await counter.customer()
  const items = [{ id: await counter.addProduct(), term_length: 1 as const }]
  const { body } = await counter.buyByCard(cookie, items)
  await counter.switches({ stripe: { webhooks: { copies: 20 } } })
  await counter.session(body.session_id, 'confirm')
  const params = { session_id: body.session_id }
  const look = () => counter.call(payments.checkoutSession, { params }, { cookie })
  await Promise.all([look(), look(), counter.work(), counter.work(), look()])
  await counter.reset()
  const types = (await eventsOf(user.id)).map(({ type }) => type)
  expect(types).toEqual(['order.placed', 'order.finished', 'renewal.started'])
  const said = ['Card payment started', 'Order finished', 'Card renewal started']
  expect(await saidOf(user.id)).toEqual(said)
})

test('five concurrent bans of a user ban once', async () => {
  const { user } = await counter.customer()
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => change(user.id, { banned: true })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect((await eventsOf(user.id)).map(({ type }) => type)).toEqual(['user.banned'])
  expect(await saidOf(user.id)).toEqual(['User banned'])
})

test('deleting a user clears the data of their events', async () => {
  const { user } = await counter.customer()
  await change(user.id, { username: `Renamed.${user.id}` })
  await change(user.id, { banned: true, ban_reason: `It was Renamed.${user.id} again` })
  await counter.call(staffUsers.remove, { params: { uid: user.id } }, admin)
  expect(await eventsOf(user.id)).toMatchObject([
    { type: 'user.changed', data: {} },
    { type: 'user.banned', data: {} },
    { type: 'user.deleted', data: { role: 'user' } },
  ])
  const all = await counter.db.selectFrom('events').select('data').execute()
  const lines = await counter.db.selectFrom('logs').selectAll().execute()
  expect(JSON.stringify([all, lines])).not.toContain(`Renamed.${user.id}`)
  const banned = lines.filter(
    (line) => Number(line.user_id) === user.id && /banned/.test(line.message),
  )
  expect(banned).toMatchObject([{ details: { by: admin.user.username, after: { banned: true } } }])
})

test('deletes a month of events 35 days after its end', async () => {
  const { user } = await counter.customer()
  const monthsAgo = (months: number) => {
    const now = new Date()
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15))
  }
  const values = [0, 1, 3, 4].map((months) => ({
    type: 'user.changed',
    user_id: user.id,
    data: JSON.stringify({ months }),
    created_at: monthsAgo(months),
  }))
  await counter.db.insertInto('events').values(values).execute()
  await turnEventMonths(counter.db)
  const kept = (await eventsOf(user.id)).map(({ data }) => data)
  expect(kept).toEqual([{ months: 0 }, { months: 1 }])
})
