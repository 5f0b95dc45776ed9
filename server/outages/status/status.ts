import { sql } from 'kysely'
import type { status } from '#contract/outages/status.ts'
import { fullRefusals, moduleRefusals, mostModules } from '#contract/outages/status.ts'
import type { Parsed } from '#contract/wire/endpoint.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { waitForLock } from '#server/kernel/database/named-lock.ts'
import { Refusal } from '#server/kernel/http/errors.ts'

type Report = Parsed<typeof status.report>['body']

const columns = ['repo', 'version', 'status', 'last_updated'] as const

/** Returns the modules of the status page, in its order. */
export function listModules(db: Database) {
  return selectModules(db).limit(mostModules).execute()
}

export function selectModules(db: Database) {
  return db.selectFrom('modules').select(columns).orderBy('position').orderBy('repo')
}

/** Uses the current time. A new module comes last. Throws `modules_full`. */
export async function reportModule(db: Database, repo: string, report: Report) {
  const changed = await db
    .updateTable('modules')
    .set({ ...report, last_updated: sql`now()` })
    .where('repo', '=', repo)
    .returning([...columns, 'revision'])
    .executeTakeFirst()
  return changed ?? transaction(db, (tx) => addLast(tx, repo, report))
}

export async function addLast(tx: Tx, repo: string, report: Report) {
  await waitForLock(tx, 'modules')
  const { count } = await tx
    .selectFrom('modules')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('repo', '<>', repo)
    .executeTakeFirstOrThrow()
  if (count >= mostModules)
    throw new Refusal(fullRefusals.modules_full, { values: { most: mostModules } })
  return tx
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
