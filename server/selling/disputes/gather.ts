import { sql } from 'kysely'
import { itemPlan } from '#server/access/subscriptions/item-plan.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { signedIn } from '#server/platform/events/sessions.ts'

/** The evidence contains at most this many entries of each kind, the latest ones. */
const most = 200

export type Gathered = Awaited<ReturnType<typeof gather>>

export async function gather(db: Database, orderId: string) {
  const order = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['orders.id', 'user_id', 'total_cents', 'refunded_cents', 'paid_at', 'accepted_at'])
    .select(['orders.created_at', 'orders.terms_version', 'refunds_version', 'renews_order_id'])
    .select([sql<string | null>`host(address)`.as('address'), 'deleted_at', 'username', 'email'])
    .select('users.created_at as joined_at')
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
  const items = await db
    .selectFrom('order_items')
    .select(['product_name as name', itemPlan.as('plan'), sql<number>`price_cents`.as('cents')])
    .select('renew')
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  const { user_id: userId } = order
  const [payment, document, refunds, orders, activity, tickets] = await Promise.all([
    db
      .selectFrom('payments')
      .select(['provider_reference as intent', 'card_brand', 'card_last4'])
      .where('order_id', '=', orderId)
      .where('provider_reference', 'is not', null)
      .orderBy('id', 'desc')
      .executeTakeFirst(),
    db
      .selectFrom('documents')
      .select(['name', 'issued_at'])
      .where('order_id', '=', orderId)
      .where('corrects_id', 'is', null)
      .executeTakeFirst(),
    db
      .selectFrom('refunds')
      .select(['amount_cents as cents', 'taken_at'])
      .where('order_id', '=', orderId)
      .where('status', 'in', ['pending', 'succeeded'])
      .orderBy('created_at')
      .limit(most)
      .execute(),
    db
      .selectFrom('orders')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('payment_status', '=', 'finished')
      .where('id', '<>', orderId)
      .executeTakeFirstOrThrow(),
    listActivity(db, userId),
    listTickets(db, userId),
  ])
  return { order, items, payment, document, refunds, others: orders.count, activity, tickets }
}

export type Activity = { at: Date; what: string; address: string | null }

/** Returns sign-ins, downloads, devices and usage: the latest of each kind, sorted oldest first. */
async function listActivity(db: Database, userId: number): Promise<Activity[]> {
  const { rows } = await sql<Activity>`
    select * from (
      (select created_at as at, 'Signed in (' || coalesce(details ->> 'device', 'a browser') || ')' as what,
              null::text as address
         from logs where user_id = ${userId} and message = ${signedIn}
        order by created_at desc limit ${most})
      union all
      (select created_at, 'Session of the website began', host(address)
         from sessions where user_id = ${userId} and address is not null
        order by created_at desc limit ${most})
      union all
      (select downloads.created_at,
              'Downloaded ' || coalesce('the module of ' || products.name, 'the software')
              || ', version ' || downloads.version || coalesce(', build ' || build_id, ''),
              host(address)
         from downloads
         left join loader_releases on loader_releases.id = downloads.release_id
         left join products on products.id = product_id
        where downloads.user_id = ${userId} order by downloads.id desc limit ${most})
      union all
      (select device_history.created_at, 'Computer ' || device_history.kind
              || coalesce(': ' || nullif(devices.name, ''), ''), null
         from device_history left join devices on devices.id = device_id
        where device_history.user_id = ${userId}
        order by device_history.created_at desc limit ${most})
      union all
      (select started_at, 'Used ' || products.name || ' for '
              || greatest(1, round(extract(epoch from coalesce(ended_at, beat_at) - started_at) / 60))
              || ' min' || coalesce(' on ' || nullif(devices.name, ''), ''), null
         from loader_sessions join products on products.id = product_id
         left join devices on devices.id = device_id
        where loader_sessions.user_id = ${userId} order by started_at desc limit ${most})
    ) as happened order by at`.execute(db)
  return rows
}

export type Ticket = {
  id: number
  title: string
  at: Date
  messages: { by: string; text: string; at: string }[]
}

export async function listTickets(db: Database, userId: number): Promise<Ticket[]> {
  const { rows } = await sql<Ticket>`
    select id, title, created_at as at, jsonb_build_array(
             jsonb_build_object('by', 'Customer', 'text', content, 'at', created_at))
           || coalesce((
             select jsonb_agg(jsonb_build_object(
                      'by', case when said.user_id = tickets.user_id then 'Customer' else 'Support' end,
                      'text', said.content, 'at', said.created_at) order by said.id)
               from (select * from ticket_messages where ticket_id = tickets.id
                      order by id limit 20) as said), '[]'::jsonb) as messages
      from tickets where user_id = ${userId} order by id desc limit 10`.execute(db)
  return rows
}
