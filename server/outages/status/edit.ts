import { sql } from 'kysely'
import { staffStatus } from '#contract/outages/staff-status.ts'
import { moduleRefusals, mostModules } from '#contract/outages/status.ts'
import type { Parsed } from '#contract/wire/endpoint.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { waitForLock } from '#server/kernel/database/named-lock.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { type Page, pageOf } from '#server/kernel/lists/page.ts'
import { record } from '#server/platform/events/record.ts'
import { difference, type Staff } from '#server/platform/logs/staff.ts'
import { refuseStale } from '#server/platform/logs/stale.ts'
import { addLast, removeModule, reportModule, selectModules } from './status.ts'

export async function listStaffModules(db: Database, page: Page) {
  const { rows, total } = await pageOf(selectModules(db).select('revision'), page)
  return { modules: rows, total }
}

/** Throws 409 if a module of that name exists. */
export function addModule(
  db: Database,
  staff: Staff,
  { repo, ...report }: Parsed<typeof staffStatus.add>['body'],
) {
  return transaction(db, async (tx) => {
    await waitForLock(tx, 'modules')
    if (await find(tx, repo)) {
      throw new Refusal(staffStatus.add.refusals.module_exists, { values: { repo } })
    }
    const added = await addLast(tx, repo, report)
    const { revision } = added
    await record(tx, 'module.added', { staff, data: { module: repo, revision, after: report } })
    return added
  })
}

/** Throws `unknown_module`, and `changed_meanwhile` for an older revision. */
export function changeModule(
  db: Database,
  staff: Staff,
  repo: string,
  { revision: seen, ...changes }: Parsed<typeof staffStatus.change>['body'],
) {
  return transaction(db, async (tx) => {
    const found = await find(tx, repo)
    if (!found) throw new Refusal(moduleRefusals.unknown_module)
    const { version, status, revision } = found
    // Pipelines do not conflict with the edit: fields that it did not touch keep their values.
    await refuseStale(tx, staff, { module: repo }, seen, revision, null)
    const after = { version, status, ...changes }
    const changed = await reportModule(tx, repo, after)
    if (changed.revision === revision) return changed
    await record(tx, 'module.changed', {
      staff,
      data: {
        module: repo,
        revision: changed.revision,
        ...difference({ version, status }, after),
      },
    })
    return changed
  })
}

/** Puts the named modules first, in that order. The others follow in their current order. */
export function arrangeModules(db: Database, staff: Staff, order: string[]) {
  return transaction(db, async (tx) => {
    await waitForLock(tx, 'modules')
    const before = await orderOf(tx)
    await sql`
      update modules set position = place
        from (select repo, row_number() over (
                order by array_position(${order}::text[], repo) nulls last, position, repo) as place
                from modules) as arranged
       where arranged.repo = modules.repo`.execute(tx)
    const after = await orderOf(tx)
    const data = difference({ order: before }, { order: after })
    await record(tx, 'module.arranged', { staff, data })
  })
}

/** Throws `unknown_module`. */
export function takeOffModule(db: Database, staff: Staff, repo: string) {
  return transaction(db, async (tx) => {
    const { version, status } = await removeModule(tx, repo)
    const data = { module: repo, before: { version, status } }
    await record(tx, 'module.removed', { staff, data })
  })
}

function find(db: Database, repo: string) {
  return db
    .selectFrom('modules')
    .select(['version', 'status', 'revision'])
    .where('repo', '=', repo)
    .forUpdate()
    .executeTakeFirst()
}

async function orderOf(db: Database): Promise<string[]> {
  const rows = await selectModules(db).limit(mostModules).execute()
  return rows.map(({ repo }) => repo)
}
