import { sql } from 'kysely'
import type * as z from 'zod'
import type { revocationEffects } from '#contract/licensing/staff-revocations.ts'
import type { Tx } from '#server/kernel/database/database.ts'
import { stateOf } from './standing.ts'

type Effects = z.output<typeof revocationEffects>

/** Compares the states of the affected builds with the revocation and without it. */
export async function effectsOf(tx: Tx, id: number, act: 'add' | 'undo'): Promise<Effects> {
  const build = {
    id: sql.ref('known.id'),
    userId: sql.ref('known.user_id'),
    version: sql.ref('known.version'),
    issuedAt: sql.ref('known.issued_at'),
  }
  const before = stateOf(build, act === 'add' ? { without: id } : { with: id })
  const { rows } = await sql<Effects & { states: Record<string, number> | null }>`
    with meant as materialized (select * from build_revocations where id = ${id}),
    known as materialized (
      select loader_builds.id, loader_builds.user_id, version, requested_at as issued_at,
             status = 'building' as building
        from meant
        join loader_builds on meant.user_id is null or loader_builds.user_id = meant.user_id
        join loader_releases on loader_releases.id = release_id
       where status <> 'failed' and requested_at <= meant.created_at
         and (meant.build_id is null or loader_builds.id = meant.build_id)
         and (meant.versions is null or version = any (meant.versions))
      union all
      -- Copies without a row, issued after the restored backup, that linked loaders have named.
      select distinct on (stamps.id) stamps.id, user_id, version, issued_at, false
        from (
          select (build ->> 'build')::uuid as id, loader_tokens.user_id,
                 build ->> 'version' as version,
                 coalesce((build ->> 'issued_at')::timestamptz, '-infinity') as issued_at
            from meant
            join loader_tokens on meant.user_id is null or loader_tokens.user_id = meant.user_id
           where build is not null and build ->> 'uid' = loader_tokens.user_id::text
             and (meant.build_id is null or build ->> 'build' = meant.build_id::text)
             and (meant.versions is null or build ->> 'version' = any (meant.versions))) as stamps
       where issued_at <= (select created_at from meant)
         and not exists (select from loader_builds where loader_builds.id = stamps.id)),
    changed as materialized (
      select * from (
        select known.*, coalesce(${before}, 'active') as before,
               coalesce(${stateOf(build)}, 'active') as after
          from known) as compared
       where before <> after),
    customers as (select distinct user_id from changed),
    runs as (
      select least(ends_at, now() + make_interval(hours => offline_hours)) as until, offline_hours
        from customers join subscriptions using (user_id)
        join products on products.id = product_id
       where ends_at > now() and offline_hours > 0
      union all
      -- A customer whose time was revoked since then has the offline time of the last heartbeat.
      select beat_at + make_interval(hours => offline_hours), offline_hours
        from customers join loader_tokens using (user_id)
        join loader_sessions on token_id = loader_tokens.id
        join products on products.id = product_id
       where beat_at + make_interval(hours => offline_hours) > now() and offline_hours > 0
         and not exists (
           select from subscriptions
            where subscriptions.user_id = loader_sessions.user_id
              and subscriptions.product_id = products.id and ends_at > now()))
    select (select count(*)::int from customers) as customers,
           count(*)::int as builds,
           count(*) filter (where building)::int as building,
           ${countsOf('before')} as before, ${countsOf('after')} as after,
           (select count(*)::int from loader_sessions
              join loader_tokens on loader_tokens.id = token_id
             where ended_at is null
               and build ->> 'build' in (select changed.id::text from changed)
               and loader_sessions.user_id in (select user_id from customers)) as sessions,
           (select coalesce(max(offline_hours), 0)::int from runs) as offline_hours,
           (select max(until) from runs) as offline_until
      from changed`.execute(tx)
  return rows[0]!
}

const countsOf = (column: 'before' | 'after') => sql<Effects['before']>`
  json_build_object(
    'active', count(*) filter (where ${sql.ref(column)} = 'active'),
    'suspended', count(*) filter (where ${sql.ref(column)} = 'suspended'),
    'revoked', count(*) filter (where ${sql.ref(column)} = 'revoked'))`
