import { sql } from 'kysely'
import type { Parsed } from '#contract/endpoint.ts'
import type { status } from '#contract/status.ts'
import { moduleRefusals } from '#contract/status.ts'
import type { Database } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'

const columns = ['repo', 'version', 'status', 'last_updated'] as const

/** What the status page lists, in its order. */
export function listModules(db: Database) {
  return selectModules(db).limit(500).execute()
}

export function selectModules(db: Database) {
  return db.selectFrom('modules').select(columns).orderBy('position').orderBy('repo')
}

/** Notes what a pipeline reports, as of now. A new module comes last. */
export async function reportModule(
  db: Database,
  repo: string,
  report: Parsed<typeof status.report>['body'],
) {
  return db
    .insertInto('modules')
    .values((eb) => ({
      repo,
      ...report,
      position: eb
        .selectFrom('modules')
        .select(sql<number>`coalesce(max(position) + 1, 0)`.as('position')),
    }))
    .onConflict((conflict) =>
      conflict.column('repo').doUpdateSet({ ...report, last_updated: sql`now()` }),
    )
    .returning([...columns, 'revision'])
    .executeTakeFirstOrThrow()
}

/** Throws `unknown_module`. */
export async function removeModule(db: Database, repo: string) {
  const row = await db
    .deleteFrom('modules')
    .where('repo', '=', repo)
    .returning(columns)
    .executeTakeFirst()
  if (!row) throw new Refusal(moduleRefusals.unknown_module)
  return row
}
