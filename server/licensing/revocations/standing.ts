import { type RawBuilder, sql } from 'kysely'

type Build = {
  id: RawBuilder<unknown>
  userId: RawBuilder<unknown>
  version: RawBuilder<unknown>
  issuedAt: RawBuilder<unknown>
}

type Supposing = { without?: number; with?: number }

/** Null for a valid build. Every validation runs this query, so it must stay fast. */
export function stateOf({ id, userId, version, issuedAt }: Build, supposing: Supposing = {}) {
  const { without = 0, with: again = 0 } = supposing
  // `revoked` precedes `suspended` alphabetically, so the minimum is the stronger state.
  return sql<'revoked' | 'suspended' | null>`(
    select min(build_revocations.state) from build_revocations
     where (build_revocations.undone_at is null or build_revocations.id = ${again}::bigint)
       and build_revocations.id <> ${without}::bigint
       and build_revocations.created_at >= ${issuedAt}
       and (build_revocations.user_id = ${userId}
              and (build_revocations.build_id is null or build_revocations.build_id = ${id})
            or build_revocations.user_id is null and ${version} = any (build_revocations.versions)))`
}

/** The same for a row of `loader_builds` joined with its release. */
export const ofRow: Build = {
  id: sql.ref('loader_builds.id'),
  userId: sql.ref('loader_builds.user_id'),
  version: sql.ref('loader_releases.version'),
  issuedAt: sql.ref('loader_builds.requested_at'),
}
