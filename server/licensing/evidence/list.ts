import { sql } from 'kysely'
import {
  type Evidence,
  evidenceDays,
  type staffEvidence,
} from '#contract/licensing/staff-evidence.ts'
import type { Verdict } from '#contract/licensing/staff-traces.ts'
import type { Parsed } from '#contract/wire/endpoint.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { pageOf } from '#server/kernel/lists/page.ts'
import { shownName } from '#server/platform/users/shown-name.ts'

export async function listEvidence(
  db: Database,
  { uid, ...page }: Parsed<typeof staffEvidence.list>['query'],
) {
  const matching = db
    .selectFrom('evidence')
    .innerJoin('users', 'users.id', 'kept_by')
    .leftJoin('users as deleters', 'deleters.id', 'deleted_by')
    .where('traced_at', 'is not', null)
    .$if(uid !== undefined, (query) =>
      query.where(
        sql<boolean>`exists (select from evidence_copies
          where evidence_id = evidence.id and user_id = ${uid!})`,
      ),
    )
    .select(['evidence.id', 'file_name', 'evidence.deleted_at', 'deletion_reason'])
    .select([
      sql<number>`evidence.size`.as('size'),
      sql<string>`evidence.sha256`.as('sha256'),
      sql<Verdict>`evidence.verdict`.as('verdict'),
      'evidence.created_at',
      sql<Date>`evidence.created_at + make_interval(days => ${evidenceDays})`.as('kept_until'),
    ])
    .select([shownName().as('kept_by'), shownName<string | null>('deleters').as('deleter')])
    .select(
      sql<Evidence['copies']>`(
        select coalesce(json_agg(json_build_object(
                 'build', build, 'uid', user_id, 'username', ${shownName('owners')})), '[]')
          from evidence_copies left join users as owners on owners.id = user_id
         where evidence_id = evidence.id)`.as('copies'),
    )
    .orderBy('evidence.id', 'desc')
  const { rows, total } = await pageOf(matching, page)
  return {
    evidence: rows.map(({ deleted_at, deleter, deletion_reason, ...row }) => ({
      ...row,
      deleted: deleted_at && { at: deleted_at, by: deleter, reason: deletion_reason! },
    })),
    total,
  }
}
