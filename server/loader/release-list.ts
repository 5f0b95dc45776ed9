import { sql } from 'kysely'
import { staffReleases } from '#contract/staff-loader.ts'
import { record } from '#server/events/record.ts'
import { type Database, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { waitForLock } from '#server/kernel/named-lock.ts'
import { type Page, pageOf } from '#server/kernel/page.ts'
import type { Staff } from '#server/logs/staff.ts'
import { shownName } from '#server/users/shown-name.ts'

/** A page of the releases, newest first, with what became of their builds. */
export async function listReleases(db: Database, page: Page) {
  const newestFirst = selectReleases(db).orderBy('loader_releases.id', 'desc')
  const { rows, total } = await pageOf(newestFirst, page)
  return { releases: rows, total }
}

export function getRelease(db: Database, id: number) {
  return selectReleases(db).where('loader_releases.id', '=', id).executeTakeFirst()
}

/** Has new loaders built from an older release again, or a newer one. Throws 404. */
export function makeCurrent(db: Database, staff: Staff, id: number) {
  return transaction(db, async (tx) => {
    // Two at once would each find the other's release current.
    await waitForLock(tx, 'loader.current')
    const wanted = await getRelease(tx, id)
    if (!wanted) throw new Refusal(staffReleases.makeCurrent.refusals.unknown_release)
    if (wanted.current) return wanted
    const before = await tx
      .updateTable('loader_releases')
      .set({ current: false })
      .where('current', '=', true)
      .returning('version')
      .executeTakeFirst()
    await tx.updateTable('loader_releases').set({ current: true }).where('id', '=', id).execute()
    await record(tx, 'release.made_current', {
      staff,
      data: {
        release: id,
        before: { version: before?.version ?? null },
        after: { version: wanted.version },
      },
    })
    return { ...wanted, current: true }
  })
}

type Counts = { ready: number; building: number; failed: number }

function selectReleases(db: Database) {
  return db
    .selectFrom('loader_releases')
    .leftJoin('users', 'users.id', 'created_by')
    .select([
      'loader_releases.id',
      'version',
      'notes',
      'size',
      'sha256',
      'current',
      'loader_releases.created_at',
    ])
    .select(shownName<string | null>().as('created_by'))
    .select(
      sql<Counts>`(
        select json_build_object(
          'ready', count(*) filter (where status = 'ready'),
          'building', count(*) filter (where status = 'building'),
          'failed', count(*) filter (where status = 'failed'))
        from loader_builds where release_id = loader_releases.id
      )`.as('builds'),
    )
}
