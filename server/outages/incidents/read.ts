import { type RawBuilder, sql } from 'kysely'
import { incidentRefusals } from '#contract/outages/staff-incidents.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { type Page, pageOf } from '#server/kernel/lists/page.ts'
import { shownName } from '#server/platform/users/shown-name.ts'
import { reposOf } from './modules.ts'

const mostPast = 50
const goingOn = sql<boolean>`incidents.state in ('open', 'planned')`

type Update = { id: number; text: string; created_at: string }

const updates = sql<Update[]>`(
  select coalesce(json_agg(newest order by newest.id desc), '[]')
    from (select id, text, created_at from incident_updates
           where incident_id = incidents.id order by id desc limit 50) as newest)`

function selectIncidents(db: Database) {
  return db
    .selectFrom('incidents')
    .select([
      'incidents.id',
      'incidents.title',
      'status',
      'incidents.state',
      'starts_at',
      'planned_end',
      'ended_at',
    ])
    .select([updates.as('updates'), reposOf.as('repos')])
}

const goingOnFirst = sql`incidents.state = 'open' desc, incidents.state = 'planned' desc,
  starts_at desc, incidents.id desc` as RawBuilder<unknown>

const presented = <Row extends { updates: Update[] }>({ updates, ...row }: Row) => ({
  ...row,
  updates: updates.map((each) => ({ ...each, created_at: new Date(each.created_at) })),
})

export async function listIncidents(db: Database) {
  const now = await selectIncidents(db).where(goingOn).orderBy(goingOnFirst).limit(100).execute()
  const past = await selectIncidents(db)
    .where('state', '=', 'closed')
    .where('ended_at', '>', sql<Date>`now() - interval '90 days'`)
    .orderBy('starts_at', 'desc')
    .limit(mostPast)
    .execute()
  return [...now, ...past].map(presented)
}

export async function listStaffIncidents(db: Database, page: Page) {
  const { rows, total } = await pageOf(selectForStaff(db).orderBy(goingOnFirst), page)
  return { incidents: rows.map(presented), total }
}

/** Throws `unknown_incident`. */
export async function getIncident(db: Database, id: number) {
  const row = await selectForStaff(db).where('incidents.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal(incidentRefusals.unknown_incident)
  return presented(row)
}

function selectForStaff(db: Database) {
  return selectIncidents(db)
    .innerJoin('users', 'users.id', 'incidents.created_by')
    .select(shownName().as('by'))
    .leftJoin('credit_batches as batch', (join) =>
      join.onRef('batch.incident_id', '=', 'incidents.id').on('batch.state', '<>', 'dropped'),
    )
    .select(['batch.id as batch', 'incidents.revision'])
    .select(
      sql<boolean>`coalesce(batch.state not in ('draft', 'previewing', 'previewed'), false)`.as(
        'batch_confirmed',
      ),
    )
}
