import { sql } from 'kysely'
import type { Database } from '#server/kernel/database.ts'
import { deviceOf } from '#server/sessions/new-sign-in.ts'
import { shownName } from '#server/users/shown-name.ts'

/** Of each list the latest are told. */
const most = 10

/** What the shop knows of the customer of a copy, as leads: a stolen account leaks too. */
export async function findTracedCustomer(db: Database, userId: number, build: string) {
  const user = await db
    .selectFrom('users')
    .select(['id as uid', shownName().as('username'), 'created_at as joined', 'banned'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) return null
  const [orders, downloads, devices, resets, browsers] = await Promise.all([
    db
      .selectFrom('orders')
      .select(['id', 'total_cents as total', 'payment_status as status', 'created_at as at'])
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .limit(most)
      .execute(),
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

/** The session that began with it says from where, for as long as it lasts. */
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
