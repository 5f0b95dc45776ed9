import { type RawBuilder, sql } from 'kysely'
import { isHeld } from '#server/access/subscriptions/disputed.ts'
import { isFrozenByStill, pausedUntil } from '#server/access/subscriptions/still.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { clock } from '#server/kernel/time/clock.ts'
import type { DeviceRecord } from '#server/licensing/devices/matching.ts'
import type { Promoted } from '#server/licensing/releases/offer.ts'
import { promotedJson } from '#server/licensing/releases/promoted.ts'
import { stateOf } from '#server/licensing/revocations/standing.ts'
import type { Build } from './decide.ts'

/** The facts for a decision about one paired loader and one product. Times are in milliseconds. */
export type Facts = {
  tokenId: number
  userId: number
  banned: boolean
  /** The pairing was revoked: the customer signed out everywhere or released its computer. */
  revoked: boolean
  tokenDevice: number | null
  /** The loader was last seen on a computer other than the one it is bound to. */
  strayed: boolean
  /** Infractions that no reset has cleared. */
  infractions: number
  productId: number | null
  offline: boolean
  deviceLimit: number
  sessionLimit: number
  offlineHours: number
  /** The end of the subscription that ends last; null if there never was one. */
  endsAt: number | null
  /** The customer's time is frozen, or the frozen time has yet to be returned. */
  frozen: boolean
  pausedUntil: number | null
  /** A dispute holds all of the remaining time. */
  held: boolean
  devices: (DeviceRecord & { id: number; placed: boolean })[]
  places: number[]
  sessions: { id: string; token: number; seat: number; beat: number }[]
  /** The build that the loader reported last, if this shop created it. */
  tokenBuild: string | null
  /** The build in question was suspended or revoked. */
  withdrawn: boolean
  beta: boolean
  loaders: Promoted[]
  modules: Promoted[]
}

/** After the incident, only for users whose remaining time is yet to be returned to them. */
export const frozenFor = (user: RawBuilder<unknown>, product: RawBuilder<unknown>) => sql<boolean>`
  exists (
    select from subscriptions as run join stills on ${isFrozenByStill('run')}
     where run.user_id = ${user} and run.product_id = ${product}
       and (ended_at is null or not exists (
         select from subscriptions as later
          where later.user_id = ${user} and later.product_id = ${product}
            and later.ends_at > now())))`

/** Whether a dispute holds all of the time. Only evaluated if no time is left. */
export const heldFor = (user: RawBuilder<unknown>, product: RawBuilder<unknown>) => sql<boolean>`
  case when exists (
    select from subscriptions as live
     where live.user_id = ${user} and live.product_id = ${product} and live.ends_at > now())
  then false
  else exists (
    select from subscriptions as run
     where run.user_id = ${user} and run.product_id = ${product} and ${isHeld('run')})
  end`

/** Milliseconds since the last heartbeat of a session. */
export const sinceBeat = sql<number>`
  (extract(epoch from clock_timestamp() - beat_at) * 1000)::float8`

/** Until when the customer has paused the subscription, in milliseconds. */
export const pausedMs = (user: RawBuilder<unknown>, product: RawBuilder<unknown>) =>
  sql<number | null>`(extract(epoch from ${pausedUntil(user, product)}) * 1000)::float8`

export async function restOfSession(db: Database, session: string) {
  const { rows } = await sql<{ paused_until: number | null; held: boolean }>`
    select ${pausedMs(sql`loader_sessions.user_id`, sql`loader_sessions.product_id`)} as paused_until,
           ${heldFor(sql`loader_sessions.user_id`, sql`loader_sessions.product_id`)} as held
      from loader_sessions where id = ${session}`.execute(db)
  return rows[0] ?? {}
}

type Read = Omit<
  Facts,
  'devices' | 'places' | 'sessions' | 'frozen' | 'held' | 'loaders' | 'modules'
> & {
  devices: (DeviceRecord & { id: number })[]
  /** `age`: only the database can compare the heartbeats that another process wrote. */
  sessions: { id: string; token: number; seat: number; age: number }[]
  /** The product's device slots: the slot numbers, each with its computer. */
  taken: Record<string, number>
  /** An incident is open, or its frozen time has yet to be returned. */
  stopped: boolean
  promoted: (Promoted & { module: boolean })[]
}

/** Every validation reads these facts in one statement, and in a second one if no time runs. */
export async function readFacts(
  db: Database,
  tokenId: number,
  slug: string,
  build: Build | null = null,
): Promise<Facts | undefined> {
  const { rows } = await sql<Read>`
    select loader_tokens.id as "tokenId", users.id as "userId",
           (banned or deleted_at is not null) as banned,
           revoked_at is not null as revoked,
           loader_tokens.device_id as "tokenDevice",
           loader_tokens.seen is not null as strayed,
           (select count(*)::int from infractions
             where user_id = users.id and cleared_at is null) as infractions,
           products.id as "productId",
           coalesce(loader_offline, false) as offline,
           coalesce(device_limit, 1) as "deviceLimit",
           coalesce(session_limit, 1) as "sessionLimit",
           coalesce(offline_hours, 0) as "offlineHours",
           (select (extract(epoch from max(ends_at)) * 1000)::float8 from subscriptions
             where user_id = users.id and product_id = products.id) as "endsAt",
           exists (select from stills
             where product_id = products.id and given_at is null and held_at is not null) as stopped,
           ${pausedMs(sql`users.id`, sql`products.id`)} as "pausedUntil",
           (select coalesce(json_agg(json_build_object(
                     'id', devices.id, 'marks', marks, 'drifted', drifted)), '[]')
              from devices where user_id = users.id and released_at is null) as devices,
           (select coalesce(json_object_agg(place, device_id), '{}') from device_places
             where user_id = users.id and product_id = products.id) as taken,
           (select coalesce(json_agg(json_build_object(
                     'id', loader_sessions.id, 'token', token_id, 'seat', seat,
                     'age', ${sinceBeat})), '[]')
              from loader_sessions
             where user_id = users.id and product_id = products.id and ended_at is null) as sessions,
           loader_tokens.build ->> 'build' as "tokenBuild",
           ${stateOf(asked)} is not null as withdrawn,
           exists (select from beta_testers where user_id = users.id) as beta,
           ${promotedJson(sql`(product_id is null or product_id = products.id)`)} as promoted
      from loader_tokens
      join users on users.id = loader_tokens.user_id
      left join products on slug = ${slug}
      cross join lateral (
        select coalesce(${build && JSON.stringify(build)}::jsonb, loader_tokens.build) as stamp) as asked
      left join loader_builds on loader_builds.id = (stamp ->> 'build')::uuid
     where loader_tokens.id = ${tokenId}`.execute(db)
  if (!rows[0]) return undefined
  const { devices, sessions, taken, stopped, promoted, ...facts } = rows[0]
  const now = clock.now()
  const isOver = facts.endsAt !== null && facts.endsAt <= now
  const placed = Object.values(taken)
  return {
    ...facts,
    ...(stopped || isOver ? await readRest(db, facts) : { frozen: false, held: false }),
    devices: devices.map((device) => ({ ...device, placed: placed.includes(device.id) })),
    places: Object.keys(taken).map(Number),
    sessions: sessions.map(({ age, ...session }) => ({ ...session, beat: now - age })),
    loaders: promoted.filter(({ module }) => !module),
    modules: promoted.filter(({ module }) => module),
  }
}

async function readRest(db: Database, { userId, productId }: Pick<Facts, 'userId' | 'productId'>) {
  const of = [sql`${userId}::bigint`, sql`${productId}::bigint`] as const
  const { rows } = await sql<Pick<Facts, 'frozen' | 'held'>>`
    select ${frozenFor(...of)} as frozen, ${heldFor(...of)} as held`.execute(db)
  return rows[0]!
}

/** A copy that was issued after the restored backup has no row, only its stamp. */
const asked = {
  id: sql`(stamp ->> 'build')::uuid`,
  userId: sql.ref('users.id'),
  version: sql`stamp ->> 'version'`,
  issuedAt: sql`coalesce(requested_at, (stamp ->> 'issued_at')::timestamptz, '-infinity')`,
}
