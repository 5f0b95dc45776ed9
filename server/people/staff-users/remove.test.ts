import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { staffDiscord } from '#contract/access/staff-discord.ts'
import { staffSubscriptions } from '#contract/access/staff-subscriptions.ts'
import { infractions } from '#contract/licensing/infractions.ts'
import { staffUsers } from '#contract/people/staff-users.ts'
import { apiKeys } from '#contract/platform/api-keys.ts'
import { orders } from '#contract/selling/orders.ts'
import { staffOrders } from '#contract/selling/staff-orders.ts'
import { grantTime } from '#server/access/subscriptions/ledger.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { issueToken } from '#server/platform/sessions/mailed-tokens.ts'
import { createUser, logIn, queuedMails, signUp } from '#server/platform/sessions/testing/people.ts'
import { lockOrder } from '#server/selling/orders/settle.ts'
import { addRenewal } from '#server/selling/renewals/testing/add-renewal.ts'
import { lastStaffEntry } from './testing/staff-entries.ts'

const shop = await fileFixture(openTestShop({ withMail: true }))
const admin = await signIn(shop.app, { admin: true })
const product = await addProduct(shop.db, { name: 'Removing', price_cents: 1000 })

const remove = (uid: number, by = admin) => shop.call(staffUsers.remove, { params: { uid } }, by)

/** Creates a customer with rows in every table that refers to customers. */
async function customerWithEverything() {
  const { db } = shop
  const user = await createUser(shop, {
    referral_code: `CODE${Math.random().toString().slice(2, 9)}`,
  })
  await logIn(shop, user)
  await logIn(shop, { ...user, password: 'wrong' })
  await issueToken(db, user, 'reset')
  await db.insertInto('devices').values({ user_id: user.id }).execute()
  const infraction = { user_id: user.id, type: 'sharing', reason: 'Two machines' }
  await db.insertInto('infractions').values(infraction).execute()
  const link = { user_id: user.id, discord_id: `9${user.id}000`, username: 'them' }
  await db.insertInto('discord_links').values(link).execute()
  const mail = { recipient: user.email, template: 'receipt', subject: 'Receipt' }
  await db
    .insertInto('mails')
    .values({ ...mail, user_id: user.id, text_body: `Hi ${user.username}`, html_body: '' })
    .execute()
  const order = await db
    .insertInto('orders')
    .values({ user_id: user.id, type: 'card', total_cents: 1000, payment_status: 'finished' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const renewal = await addRenewal(db, { user_id: user.id, product_id: product })
  const told = { provider: 'stripe', type: 'checkout.session.completed' } as const
  const payload = JSON.stringify({ data: { object: { customer_details: { email: user.email } } } })
  await db
    .insertInto('payment_events')
    .values({ ...told, event_id: `evt_${user.id}`, payload, worked_at: new Date() })
    .execute()
  await grantTime(db, { userId: user.id, productId: product, seconds: 86_400, cause: 'grant' })
  return { ...user, order: order.id, renewal }
}

/** Returns the names of the tables that contain a text in any column. */
async function tablesThatKnow(text: string) {
  const { rows } = await sql<{ table: string }>`
    select tablename as "table" from pg_tables where schemaname = 'public'`.execute(shop.db)
  const known: string[] = []
  for (const { table } of rows) {
    const found = await sql`
      select from ${sql.table(table)} t where position(lower(${text}) in lower(t::text)) > 0 limit 1`.execute(
      shop.db,
    )
    if (found.rows.length > 0) known.push(table)
  }
  return known
}

test('deleting a customer removes all personal data and keeps the order', async () => {
  const customer = await customerWithEverything()
  expect(await tablesThatKnow(customer.username)).not.toEqual([])
  const { status, body } = await remove(customer.id)
  expect([status, body]).toEqual([200, true])

  expect(await tablesThatKnow(customer.email)).toEqual([])
  expect(await tablesThatKnow(customer.username)).toEqual([])
  for (const table of [
    'sessions',
    'mailed_tokens',
    'known_browsers',
    'devices',
    'infractions',
    'discord_links',
  ] as const)
    expect(
      await shop.db
        .selectFrom(table)
        .select('user_id')
        .where('user_id', '=', customer.id)
        .execute(),
    ).toEqual([])

  const order = await shop.db
    .selectFrom('orders')
    .select(['user_id', 'total_cents'])
    .where('id', '=', customer.order)
    .executeTakeFirst()
  expect(order).toEqual({ user_id: customer.id, total_cents: 1000 })
  expect((await logIn(shop, customer)).status).toBe(401)
})

test('deleting a customer ends their time and renewals, and updates their Discord roles', async () => {
  const customer = await customerWithEverything()
  await remove(customer.id)
  const run = await shop.db
    .selectFrom('subscriptions')
    .innerJoin('time_entries', 'subscription_id', 'subscriptions.id')
    .select(['cause', 'actor_id', sql<boolean>`ends_at <= now()`.as('over')])
    .where('user_id', '=', customer.id)
    .orderBy('time_entries.id', 'desc')
    .executeTakeFirst()
  expect(run).toEqual({ cause: 'revocation', actor_id: admin.user.id, over: true })
  const { rows } = await sql<{ task: string; payload: object }>`
    select t.identifier as task, j.payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id`.execute(shop.db)
  expect(await customer.renewal.stateOf()).toEqual({ state: 'ended', ended_for: 'deleted' })
  expect(rows).toContainEqual({
    task: 'discord.match_roles',
    payload: { account: `9${customer.id}000` },
  })
})

test('a deleted customer is not found in lists and pages, and the name is free again', async () => {
  const customer = await customerWithEverything()
  await remove(customer.id)
  const params = { uid: customer.id }
  const input = { params, query: {} }
  for (const endpoint of [
    staffUsers.get,
    staffSubscriptions.list,
    infractions.list,
    staffDiscord.get,
  ])
    expect((await shop.call(endpoint, input, admin)).status).toBe(404)
  // Orders outlive the customer.
  const kept = await shop.call(staffOrders.list, input, admin)
  expect(kept.body.total).toBeGreaterThan(0)
  for (const search of [customer.username, String(customer.id), 'deleted-'])
    expect((await shop.call(staffUsers.list, { query: { search } }, admin)).body.users).toEqual([])
  expect((await remove(customer.id)).status).toBe(404)
  expect((await signUp(shop, customer)).status).toBe(201)
  expect(await queuedMails(shop, customer.email)).toHaveLength(1)
})

test('a deletion is logged without the customer’s name', async () => {
  const customer = await customerWithEverything()
  await remove(customer.id)
  expect(await lastStaffEntry(shop.db, customer.id)).toEqual({
    message: 'User deleted',
    details: { by: admin.user.username, by_uid: admin.user.id, role: 'user' },
  })
})

test('a deleted staff member appears as “Deleted user”', async () => {
  const other = await signIn(shop.app, { admin: true })
  await shop.call(apiKeys.add, { body: { name: 'Theirs' } }, other)
  const made = async () =>
    (await shop.call(apiKeys.list, { query: {} }, admin)).body.api_keys.find(
      ({ name }) => name === 'Theirs',
    )?.created_by
  expect(await made()).toBe(other.user.username)
  await remove(other.user.id)
  expect(await made()).toBeUndefined()
  // A key that is valid although its creator is deleted.
  await shop.db.updateTable('api_keys').set({ revoked_at: null }).execute()
  expect(await made()).toBe('Deleted user')
})

test('administrators cannot delete themselves', async () => {
  await signIn(shop.app, { admin: true })
  expect(await remove(admin.user.id)).toMatchObject({
    status: 409,
    code: 'not_deleting_yourself',
  })
  expect((await shop.call(orders.list, {}, admin)).status).toBe(200)
})

test('a deletion waits for a change of an order that also reads its user', async () => {
  const { id, order } = await customerWithEverything()
  await shop.db
    .updateTable('orders')
    .set({ address: '192.0.2.1' })
    .where('id', '=', order)
    .execute()
  const removing = await transaction(shop.db, async (tx) => {
    await lockOrder(tx, order)
    const answer = remove(id)
    await expect.poll(() => countWaiting(shop.db)).toBeGreaterThan(0)
    // As a foreign key does when the change adds a row about the user.
    await tx.selectFrom('users').select('id').where('id', '=', id).forKeyShare().execute()
    return { answer }
  })
  expect((await removing.answer).status).toBe(200)
})

async function countWaiting(db: Database) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]!.count
}
