import type { Database } from '#server/kernel/database/database.ts'
import { ofRow, stateOf } from '#server/licensing/revocations/standing.ts'

/** Does not check builds of other customers. */
export async function verifyDownload(db: Database, userId: number, sha256: string) {
  const build = await db
    .selectFrom('loader_builds')
    .innerJoin('loader_releases', 'loader_releases.id', 'release_id')
    .select(['version', 'requested_at as issued_at'])
    .select(stateOf(ofRow).as('state'))
    .where('user_id', '=', userId)
    .where('loader_builds.sha256', '=', sha256)
    .where('status', '=', 'ready')
    .limit(1)
    .executeTakeFirst()
  if (!build) return { verdict: 'unknown' as const, version: null, issued_at: null }
  const { version, issued_at, state } = build
  return { verdict: state ? ('withdrawn' as const) : ('unchanged' as const), version, issued_at }
}
