import { sql } from 'kysely'
import type { staffBuilds } from '#contract/licensing/staff-loader.ts'
import type { Parsed } from '#contract/wire/endpoint.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { startingWith } from '#server/kernel/lists/like.ts'
import { pageOf } from '#server/kernel/lists/page.ts'
import { ofRow, stateOf } from '#server/licensing/revocations/standing.ts'
import { shownName } from '#server/platform/users/shown-name.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export async function listBuilds(
  db: Database,
  { search, status, ...page }: Parsed<typeof staffBuilds.list>['query'],
) {
  const matching = selectBuilds(db)
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .$if(Boolean(search), (query) => {
      if (uuid.test(search!)) return query.where('loader_builds.id', '=', search!)
      const beginning = startingWith(search!.toLowerCase())
      return query.where(sql`lower(username)`, 'like', beginning)
    })
    .select(columns)
    .select(states)
    .orderBy('requested_at', 'desc')
  const { rows, total } = await pageOf(matching, page)
  return { builds: rows, total }
}

export function getBuild(db: Database, id: string) {
  return selectBuilds(db)
    .select(columns)
    .select(states)
    .where('loader_builds.id', '=', id)
    .executeTakeFirstOrThrow()
}

const columns = [
  'loader_builds.id',
  'user_id as uid',
  shownName().as('username'),
  'version',
  'status',
  'error',
  'loader_builds.size',
  'requested_at',
  'finished_at',
] as const

const states = [
  sql<'active' | 'suspended' | 'revoked'>`coalesce(${stateOf(ofRow)}, 'active')`.as('state'),
  sql<boolean>`status = 'ready' and discarded_at is null`.as('kept'),
  sql<number>`(select count(*)::int from downloads where build_id = loader_builds.id)`.as(
    'downloads',
  ),
]

function selectBuilds(db: Database) {
  return db
    .selectFrom('loader_builds')
    .innerJoin('users', 'users.id', 'user_id')
    .innerJoin('loader_releases', 'loader_releases.id', 'release_id')
}
