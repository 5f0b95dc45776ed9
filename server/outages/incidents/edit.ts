import { sql } from 'kysely'
import { incidentRefusals, type staffIncidents } from '#contract/outages/staff-incidents.ts'
import type { Parsed } from '#contract/wire/endpoint.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { waitForLock } from '#server/kernel/database/named-lock.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { readTime } from '#server/kernel/time/database-time.ts'
import { followIncident } from '#server/outages/credits/decide.ts'
import { redateStills, settleClosed, settleStills } from '#server/outages/credits/stills.ts'
import { record } from '#server/platform/events/record.ts'
import { difference, type Staff } from '#server/platform/logs/staff.ts'
import { refuseStale } from '#server/platform/logs/stale.ts'
import { longestAgo, requireBeginning, requireEnd, requireModules } from './change.ts'
import { previewGives, readGives, requireSeen } from './gives.ts'
import { beginDue, freeModules, reposOf, setModules } from './modules.ts'

type Changes = Parsed<typeof staffIncidents.changeEffects>['body']

/** Updates the time credits that staff have not confirmed yet. Throws 404, 409 and 422. */
export function changeIncident(
  db: Database,
  staff: Staff,
  id: number,
  { seen, ...changes }: Changes & { seen?: string | undefined },
) {
  return transaction(db, async (tx) => requireSeen(await change(tx, staff, id, changes), seen))
}

export function previewChange(db: Database, staff: Staff, id: number, changes: Changes) {
  return previewGives(db, (tx) => change(tx, staff, id, changes))
}

async function change(tx: Tx, staff: Staff, id: number, { revision: seen, ...changes }: Changes) {
  await waitForLock(tx, 'incidents')
  const before = await lockWhole(tx, id)
  const { state, revision } = before
  await refuseStale(tx, staff, { incident: id }, seen, revision)
  const after = { ...before, ...changes, repos: [...new Set(changes.repos ?? before.repos)] }
  after.repos.sort()
  const changed = difference(logged(before), logged(after))
  if (Object.keys(changed.after).length === 0) return readGives(tx, [])
  requireTimes(before, after, await readTime(tx))
  const { title, starts_at, planned_end, ended_at } = after
  const added = after.repos.filter((repo) => !before.repos.includes(repo))
  const removed = before.repos.filter((repo) => !after.repos.includes(repo))
  await requireModules(tx, added)

  const moved = 'starts_at' in changed.after || 'ended_at' in changed.after
  const recount = moved || added.length + removed.length > 0
  if (state === 'open') await freeModules(tx, id, removed)
  await tx
    .deleteFrom('incident_modules')
    .where('incident_id', '=', id)
    .where(sql<boolean>`repo = any(${removed}::text[])`)
    .execute()
  for (const repo of added)
    await tx.insertInto('incident_modules').values({ incident_id: id, repo }).execute()
  await tx
    .updateTable('incidents')
    .set({ title, starts_at, planned_end, ended_at, revision: revision + 1 })
    .$if(recount, (update) => update.set({ modules_changed_at: sql<Date>`clock_timestamp()` }))
    .where('id', '=', id)
    .execute()
  if (state === 'open') await setModules(tx, id, added)
  const ended = state === 'open' && moved ? await redateStills(tx, id) : []
  if (state === 'open') ended.push(...(await settleStills(tx)))
  if (state === 'closed' && recount) ended.push(...(await settleClosed(tx, id)))
  await record(tx, 'incident.changed', {
    staff,
    data: { incident: id, title, revision: revision + 1, ...changed },
  })
  if (state === 'planned') await beginDue(tx)
  if (state === 'closed') await followIncident(tx, staff, { id, title, recount })
  return readGives(tx, ended)
}

type Told = Pick<Whole, 'title' | 'repos' | 'starts_at' | 'planned_end' | 'ended_at'>

const logged = ({ title, repos, starts_at, planned_end, ended_at }: Told) => ({
  title,
  modules: repos,
  starts_at: starts_at.toISOString(),
  planned_end: planned_end?.toISOString() ?? null,
  ended_at: ended_at?.toISOString() ?? null,
})

function requireTimes(
  { state, starts_at: began, planned_end: planned, ended_at: over }: Whole,
  { starts_at, planned_end, ended_at }: Times,
  now: number,
) {
  const differ = (one: Date | null, other: Date | null) => one?.getTime() !== other?.getTime()
  const moved = differ(began, starts_at)
  if (differ(planned, planned_end) && state === 'closed')
    throw new Refusal(incidentRefusals.incident_over)
  if (differ(over, ended_at) && state !== 'closed')
    throw new Refusal(incidentRefusals.incident_not_over)
  // Reopening an incident that ended long ago would credit all the time since then.
  if (differ(over, ended_at) && over && over.getTime() < now - longestAgo)
    throw new Refusal(incidentRefusals.incident_long_over)
  if (moved && state !== 'planned' && starts_at.getTime() > now)
    throw new Refusal(incidentRefusals.incident_begun)
  if (ended_at && ended_at.getTime() > now) throw new Refusal(incidentRefusals.incident_end_later)
  // The age limit applies only to a changed start, not to an incident that has been open for weeks.
  if (moved) requireBeginning(starts_at, now)
  if (moved || differ(planned, planned_end) || differ(over, ended_at))
    requireEnd(starts_at, state === 'closed' ? ended_at : planned_end)
}

type Whole = Awaited<ReturnType<typeof lockWhole>>
type Times = Pick<Whole, 'starts_at' | 'planned_end' | 'ended_at'>

/** Returns an incident that took place or will, and locks it. Throws 404 and 409. */
async function lockWhole(tx: Tx, id: number) {
  const found = await tx
    .selectFrom('incidents')
    .select(['title', 'state', 'starts_at', 'planned_end', 'ended_at', 'revision'])
    .select(reposOf.as('repos'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new Refusal(incidentRefusals.unknown_incident)
  if (found.state === 'cancelled') throw new Refusal(incidentRefusals.incident_over)
  return found
}
