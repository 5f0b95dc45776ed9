import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'
import { deviceOf } from '#server/platform/sessions/new-sign-in.ts'
import { shownName } from '#server/platform/users/shown-name.ts'

/** Maximum length of each list. The latest entries count. */
const most = 10

/** Returns leads from the shop's data. The copy may also come from a stolen account. */
export async function findTracedCustomer(db: Database, userId: number, build: string) {
  const user = await db
    .selectFrom('users')
    .select(['id as uid', shownName().as('username'), 'created_at as joined', 'banned'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) return null
  const [orders, downloads, devices, resets, browsers] = await Promise.all([
    listOrders(db, userId, build),
    db
      .selectFrom('downloads')
      .select([
        sql<string>`host(address)`.as('address'),
        sql<number>`count(*)`.as('times'),
        sql<number>`count(*) filter (where build_id = ${build})`.as('of_copy'),
        sql<Date>`min(created_at)`.as('first'),
        sql<Date>`max(created_at)`.as('last'),
      ])
      .where('user_id', '=', userId)
      .groupBy('address')
      .orderBy('of_copy', 'desc')
      .orderBy('last', 'desc')
      .limit(most)
      .execute(),
    db
      .selectFrom('devices')
      .select(['name', 'os', 'created_at as first_seen', 'last_seen_at as last_seen'])
      .select('released_at')
      .where('user_id', '=', userId)
      .orderBy('last_seen_at', 'desc')
      .limit(most)
      .execute(),
    db
      .selectFrom('device_history')
      .leftJoin('users as actor', 'actor.id', 'actor_id')
      .select(['kind', 'device_history.created_at as at', 'actor.username as by'])
      .where('device_history.user_id', '=', userId)
      .where('kind', 'in', ['released', 'reset', 'mismatched', 'cooldown_lifted'])
      .orderBy('device_history.id', 'desc')
      .limit(most)
      .execute(),
    listBrowsers(db, userId),
  ])
  return { ...user, orders, downloads, devices, resets, browsers }
}

type Order = { id: string; total: number; status: string; at: Date; paid_for_copy: boolean }

/** Orders that paid for the build come first. A pause extends all time, so one may be too many. */
async function listOrders(db: Database, userId: number, build: string): Promise<Order[]> {
  const { rows } = await sql<Order>`
    with life as (
      select requested_at as since,
             greatest(requested_at, finished_at, (
               select max(created_at) from downloads where build_id = loader_builds.id)) as until
        from loader_builds where id = ${build}::uuid
    ), spans as (
      select entry.order_item_id, entry.created_at as bought_at, run.ends_at,
             run.created_at + make_interval(secs => (
               sum(case when entry.cause = 'pause' then 0 else greatest(seconds, 0) end) over stacked
               - seconds)::float8) as since,
             run.created_at + make_interval(secs => (
               sum(case when entry.cause = 'pause' then 0 else greatest(seconds, 0) end) over stacked
               + sum(case when entry.cause in ('pause', 'pause_back') then seconds else 0 end)
                   over (partition by run.id))::float8) as until
        from subscriptions as run join time_entries as entry on entry.subscription_id = run.id
       where run.user_id = ${userId}
      window stacked as (partition by run.id order by entry.id)
    ), paid as (
      select order_items.order_id
        from spans join order_items on order_items.id = spans.order_item_id
        join life on spans.since <= life.until and spans.bought_at <= life.until
                 and least(spans.until, spans.ends_at) > life.since
    )
    select id, total_cents as total, payment_status as status, created_at as at,
           id in (select order_id from paid) as paid_for_copy
      from orders where user_id = ${userId}
     order by paid_for_copy desc, created_at desc limit ${most}`.execute(db)
  return rows
}

/** The session that started with the sign-in has its address, while the session exists. */
async function listBrowsers(db: Database, userId: number) {
  const { rows } = await sql<{ at: Date; agent: string | null; address: string | null }>`
    select first_seen_at as at, user_agent as agent, host(address) as address
      from known_browsers
      left join lateral (
        select user_agent, address from sessions
         where sessions.user_id = ${userId}
           and sessions.created_at between first_seen_at - interval '5 seconds'
                                       and first_seen_at + interval '5 seconds'
         order by sessions.created_at limit 1) as begun on true
     where known_browsers.user_id = ${userId}
     order by first_seen_at desc limit ${most}`.execute(db)
  return rows.map(({ at, agent, address }) => ({ at, device: deviceOf(agent ?? ''), address }))
}
