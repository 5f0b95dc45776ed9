import { sql } from 'kysely'
import { type staffRevocations, undoHours } from '#contract/licensing/staff-revocations.ts'
import type { Parsed } from '#contract/wire/endpoint.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { pageOf } from '#server/kernel/lists/page.ts'
import { shownName } from '#server/platform/users/shown-name.ts'

export async function listRevocations(
  db: Database,
  { uid, ...page }: Parsed<typeof staffRevocations.list>['query'],
) {
  const matching = db
    .selectFrom('build_revocations')
    .innerJoin('users as actors', 'actors.id', 'actor_id')
    .leftJoin('users', 'users.id', 'user_id')
    .leftJoin('users as undoers', 'undoers.id', 'undone_by')
    .$if(uid !== undefined, (query) => query.where('user_id', '=', uid!))
    .select([
      'build_revocations.id',
      'scope',
      'build_id',
      'user_id',
      'below',
      'state',
      'reason',
      'build_revocations.created_at',
      'undone_at',
    ])
    .select(
      sql<Date | null>`case when state = 'revoked'
        then build_revocations.created_at + make_interval(hours => ${undoHours}) end`.as(
        'undo_until',
      ),
    )
    .select([
      shownName('actors').as('by'),
      shownName('users').as('username'),
      shownName('undoers').as('undoer'),
    ])
    .orderBy('build_revocations.id', 'desc')
  const { rows, total } = await pageOf(matching, page)
  return {
    revocations: rows.map(({ build_id, user_id, username, undone_at, undoer, ...rest }) => ({
      ...rest,
      scope: rest.scope as 'build' | 'customer' | 'below',
      state: rest.state as 'suspended' | 'revoked',
      build: build_id,
      user: user_id === null ? null : { uid: user_id, username },
      undone: undone_at && { by: undoer, at: undone_at },
    })),
    total,
  }
}
