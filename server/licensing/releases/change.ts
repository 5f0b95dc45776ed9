import type { staffReleases } from '#contract/licensing/staff-releases.ts'
import type { Parsed } from '#contract/wire/endpoint.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { waitForLock } from '#server/kernel/database/named-lock.ts'
import { record } from '#server/platform/events/record.ts'
import { difference, type Staff } from '#server/platform/logs/staff.ts'
import { refuseStale } from '#server/platform/logs/stale.ts'
import { keepWritten } from '#server/platform/media/kept-html.ts'
import { getRelease } from './list.ts'
import { refuseAhead } from './promote.ts'
import { refuseAbove } from './upload.ts'

type Changes = Parsed<typeof staffReleases.change>['body']

/** Throws `unknown_release`, `changed_meanwhile`, and the refusals of its minimum version. */
export function changeRelease(
  db: Database,
  staff: Staff,
  id: number,
  { revision: seen, ...changes }: Changes,
) {
  return transaction(db, async (tx) => {
    // Blocks concurrent promotions, because the minimum is validated against the offered releases.
    await waitForLock(tx, 'loader.current')
    const release = await getRelease(tx, id)
    await refuseStale(tx, staff, { release: id }, seen, release.revision, null)
    const before = {
      notes: release.notes,
      channel: release.channel,
      minimum: release.minimum ?? '',
    }
    const after = { ...before, ...changes }
    const kept = after.notes !== before.notes ? keepWritten(after.notes, 'notes') : {}
    if (release.kind === 'loader') refuseAbove(release.version, after.minimum)
    else if (release.offered && after.minimum !== before.minimum)
      await refuseAhead(tx, after.minimum)
    const differing = difference(before, after)
    if (Object.keys(differing.after).length === 0) return release
    const { revision } = await tx
      .updateTable('loader_releases')
      .set({ ...after, ...kept, minimum: after.minimum || null })
      .where('id', '=', id)
      .returning('revision')
      .executeTakeFirstOrThrow()
    await record(tx, 'release.changed', { staff, data: { release: id, revision, ...differing } })
    return getRelease(tx, id)
  })
}
