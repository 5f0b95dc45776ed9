import { sql } from 'kysely'
import type { Parsed } from '#contract/endpoint.ts'
import { incidentRefusals, type staffIncidents } from '#contract/staff-incidents.ts'
import { followIncident } from '#server/credits/decide.ts'
import { settleClosed, settleStills } from '#server/credits/stills.ts'
import { record } from '#server/events/record.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { waitForLock } from '#server/kernel/named-lock.ts'
import { difference, type Staff } from '#server/logs/staff.ts'
import { refuseStale } from '#server/logs/stale.ts'
import { requireEnd, requireModules, requireTimes } from './change.ts'
import { beginDue, freeModules, setModules } from './modules.ts'

type Changes = Parsed<typeof staffIncidents.change>['body']

/**
 * Changes what an incident is called, is about and is planned for. Modules that it gets take its state
 * while it goes on, and those that it loses are free; what they were before stays written down. What is
 * credited follows until it is confirmed. Throws 404, 409 and 422.
 */
export function changeIncident(
  db: Database,
  staff: Staff,
  id: number,
  { revision: seen, ...changes }: Changes,
) {
  return transaction(db, async (tx) => {
    await waitForLock(tx, 'incidents')
    const { state, revision, ...before } = await lockWhole(tx, id)
    await refuseStale(tx, staff, { incident: id }, seen, revision)
    const after = { ...before, ...changes, repos: [...new Set(changes.repos ?? before.repos)] }
    after.repos.sort()
    const changed = difference(logged(before), logged(after))
    if (Object.keys(changed.after).length === 0) return
    const { title, starts_at, planned_end } = after
    const moved = 'starts_at' in changed.after
    if (moved && state !== 'planned') throw new Refusal(incidentRefusals.incident_begun)
    if ('planned_end' in changed.after && state === 'closed')
      throw new Refusal(incidentRefusals.incident_over)
    // How long ago it began is asked of who says when, and not of one that has gone on for weeks.
    if (moved) requireTimes(starts_at, planned_end)
    else if ('planned_end' in changed.after) requireEnd(starts_at, planned_end)
    const added = after.repos.filter((repo) => !before.repos.includes(repo))
    const removed = before.repos.filter((repo) => !after.repos.includes(repo))
    await requireModules(tx, added)

    const others = added.length + removed.length > 0
    if (state === 'open') await freeModules(tx, id, removed)
    await tx
      .deleteFrom('incident_modules')
      .where('incident_id', '=', id)
      .where('repo', 'in', ['', ...removed])
      .execute()
    for (const repo of added)
      await tx.insertInto('incident_modules').values({ incident_id: id, repo }).execute()
    await tx
      .updateTable('incidents')
      .set({ title, starts_at, planned_end, revision: revision + 1 })
      .$if(others, (update) => update.set({ modules_changed_at: sql<Date>`clock_timestamp()` }))
      .where('id', '=', id)
      .execute()
    if (state === 'open') {
      await setModules(tx, id, added)
      await settleStills(tx)
    }
    if (state === 'closed' && others) await settleClosed(tx, id)
    await record(tx, 'incident.changed', {
      staff,
      data: { incident: id, title, revision: revision + 1, ...changed },
    })
    if (state === 'planned') await beginDue(tx)
    if (state === 'closed') await followIncident(tx, staff, { id, title, others })
  })
}

type Told = { title: string; repos: string[]; starts_at: Date; planned_end: Date | null }

const logged = ({ title, repos, starts_at, planned_end }: Told) => ({
  title,
  modules: repos,
  starts_at: starts_at.toISOString(),
  planned_end: planned_end?.toISOString() ?? null,
})

/** One that took place or will, locked. Throws 404 and 409. */
async function lockWhole(tx: Tx, id: number) {
  const found = await tx
    .selectFrom('incidents')
    .select(['title', 'state', 'starts_at', 'planned_end', 'revision'])
    .select(
      sql<string[]>`array(
        select repo from incident_modules where incident_id = incidents.id order by repo)`.as(
        'repos',
      ),
    )
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new Refusal(incidentRefusals.unknown_incident)
  if (found.state === 'cancelled') throw new Refusal(incidentRefusals.incident_over)
  return found
}
