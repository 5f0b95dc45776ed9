import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { incidentRefusals, type staffIncidents } from '#contract/outages/staff-incidents.ts'
import { moduleRefusals } from '#contract/outages/status.ts'
import type { Parsed } from '#contract/wire/endpoint.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { waitForLock } from '#server/kernel/database/named-lock.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { enqueue } from '#server/kernel/jobs/jobs.ts'
import { readTime } from '#server/kernel/time/database-time.ts'
import { settleStills } from '#server/outages/credits/stills.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { tellUpdate } from './jobs.ts'
import { reposOf, setModules } from './modules.ts'
import { incidentTransitions } from './state.ts'

const day = 86_400_000
/** How far back staff may date an incident, in milliseconds. */
export const longestAgo = 30 * day
type NewIncident = Parsed<typeof staffIncidents.add>['body']

/** Idempotent by `id`. Throws 404 for unknown modules, 409 if `id` is taken, 422 for bad times. */
export function addIncident(db: Database, staff: Staff, wanted: NewIncident): Promise<number> {
  return transaction(db, async (tx) => {
    await waitForLock(tx, 'incidents')
    const opened = await findOpened(tx, staff, wanted)
    if (opened) return opened
    const { title, status, text, planned_end, id: request_id = null } = wanted
    const repos = [...new Set(wanted.repos)].sort()
    const now = await readTime(tx)
    const starts_at = wanted.starts_at ?? new Date(now)
    requireBeginning(starts_at, now)
    // The caller named no beginning that the end could be compared with.
    if (!wanted.starts_at && planned_end && planned_end.getTime() <= now)
      throw new Refusal(incidentRefusals.incident_end_past)
    requireEnd(starts_at, planned_end)
    await requireModules(tx, repos)
    const state = starts_at.getTime() > now ? 'planned' : 'open'
    const { id } = await tx
      .insertInto('incidents')
      .values({ title, status, state, starts_at, planned_end, request_id, created_by: staff.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('incident_modules')
      .values(repos.map((repo) => ({ incident_id: id, repo })))
      .execute()
    if (state === 'open') {
      await setModules(tx, id)
      await settleStills(tx)
    }
    await addUpdate(tx, staff, id, text)
    await record(tx, state === 'open' ? 'incident.opened' : 'incident.planned', {
      staff,
      data: { incident: id, title, status, modules: repos, starts_at: starts_at.toISOString() },
    })
    return id
  })
}

/** Throws `incident_id_used` if the incident that was opened with this id differs. */
async function findOpened(tx: Tx, staff: Staff, wanted: NewIncident) {
  if (!wanted.id) return undefined
  const found = await tx
    .selectFrom('incidents')
    .select(['id', 'title', 'status', 'created_by', 'starts_at', 'planned_end', 'revision'])
    .select(reposOf.as('repos'))
    .select(
      sql<string>`(select text from incident_updates
        where incident_id = incidents.id order by id limit 1)`.as('text'),
    )
    .where('request_id', '=', wanted.id)
    .executeTakeFirst()
  if (!found) return undefined
  const { id, created_by, revision, status, text, ...opened } = found
  const { title, starts_at, planned_end = null } = wanted
  const repos = [...new Set(wanted.repos)].sort()
  const asked = { title, starts_at: starts_at ?? opened.starts_at, planned_end, repos }
  const same = created_by === staff.id && status === wanted.status && text === wanted.text
  // Once staff have changed it, its values no longer show what the first call requested.
  if (!same || (revision === 1 && !isDeepStrictEqual(opened, asked)))
    throw new Refusal(incidentRefusals.incident_id_used)
  return id
}

/** Adds an update to the incident. Throws `unknown_incident` and `incident_over`. */
export function updateIncident(db: Database, staff: Staff, id: number, text: string) {
  return transaction(db, async (tx) => {
    const { title } = await lockIncident(tx, id)
    await addUpdate(tx, staff, id, text)
    await record(tx, 'incident.updated', { staff, data: { incident: id, title, text } })
  })
}

export async function addUpdate(tx: Tx, staff: Staff, incident: number, text: string) {
  const { id } = await tx
    .insertInto('incident_updates')
    .values({ incident_id: incident, text, created_by: staff.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(tx, tellUpdate, { update: id })
}

/** Throws 404, and 409 for one that is over. `afterClose` is its next state. */
export async function lockIncident(tx: Tx, id: number) {
  const found = await tx
    .selectFrom('incidents')
    .select(['id', 'title', 'state', 'starts_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new Refusal(incidentRefusals.unknown_incident)
  const afterClose = incidentTransitions[found.state].close
  if (!afterClose) throw new Refusal(incidentRefusals.incident_over)
  return { ...found, afterClose }
}

export function requireBeginning(starts_at: Date, now: number) {
  const at = starts_at.getTime()
  if (at < now - longestAgo) throw new Refusal(incidentRefusals.incident_too_old)
  if (at > now + 366 * day) throw new Refusal(incidentRefusals.incident_too_far)
}

/** Throws `incident_end_first`. */
export function requireEnd(starts_at: Date, end: Date | null | undefined) {
  if (end && end.getTime() <= starts_at.getTime())
    throw new Refusal(incidentRefusals.incident_end_first)
}

/** Throws `unknown_module`. */
export async function requireModules(tx: Tx, repos: string[]) {
  const { rows } = await sql`
    select repo from modules where repo = any(${repos}::text[])`.execute(tx)
  if (rows.length < repos.length) throw new Refusal(moduleRefusals.unknown_module)
}
