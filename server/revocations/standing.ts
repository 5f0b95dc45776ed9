import { type RawBuilder, sql } from 'kysely'

type Build = {
  id: RawBuilder<unknown>
  userId: RawBuilder<unknown>
  version: RawBuilder<unknown>
  issuedAt: RawBuilder<unknown>
}

/** As if that revocation were not there, or had not been undone. */
type Supposing = { without?: number; with?: number }

/**
 * The strongest state that a build was put into and that stands, `revoked` or `suspended`; null of one
 * that is good. Once per table name: it is read with every validation.
 */
export function stateOf({ id, userId, version, issuedAt }: Build, supposing: Supposing = {}) {
  const { without = 0, with: again = 0 } = supposing
  // In the order of the alphabet, `revoked` is the lesser.
  return sql<'revoked' | 'suspended' | null>`(
    select min(build_revocations.state) from build_revocations
     where (build_revocations.undone_at is null or build_revocations.id = ${again}::bigint)
       and build_revocations.id <> ${without}::bigint
       and build_revocations.created_at >= ${issuedAt}
       and (build_revocations.user_id = ${userId}
              and (build_revocations.build_id is null or build_revocations.build_id = ${id})
            or build_revocations.user_id is null and ${version} = any (build_revocations.versions)))`
}

/** The same of a row of `loader_builds` beside its release. */
export const ofRow: Build = {
  id: sql.ref('loader_builds.id'),
  userId: sql.ref('loader_builds.user_id'),
  version: sql.ref('loader_releases.version'),
  issuedAt: sql.ref('loader_builds.requested_at'),
}
