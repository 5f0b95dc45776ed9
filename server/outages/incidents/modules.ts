import { sql } from 'kysely'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { waitForLock } from '#server/kernel/database/named-lock.ts'

export const reposOf = sql<string[]>`array(
  select repo from incident_modules where incident_id = incidents.id order by repo)`

/** An incident with the status 'operational' leaves the modules unchanged. */
export async function setModules(tx: Tx, incident: number, repos: string[] | null = null) {
  await sql`
    update modules set status = incidents.status, last_updated = now()
      from incidents join incident_modules on incident_id = incidents.id
     where incidents.id = ${incident} and modules.repo = incident_modules.repo
       and (${repos}::text[] is null or modules.repo = any(${repos}::text[]))
       and incidents.status <> 'operational' and modules.status <> incidents.status`.execute(tx)
}

/** Leaves out modules that another incident affects. */
export async function freeModules(tx: Tx, incident: number, repos: string[] | null = null) {
  await sql`
    update modules set status = 'operational', last_updated = now()
      from incident_modules as mine join incidents as own on own.id = mine.incident_id
     where mine.incident_id = ${incident} and modules.repo = mine.repo
       and (${repos}::text[] is null or modules.repo = any(${repos}::text[]))
       and own.status <> 'operational' and modules.status <> 'operational'
       and not exists (
         select from incident_modules as others join incidents on incidents.id = others.incident_id
          where others.repo = modules.repo and incidents.id <> ${incident}
            and incidents.state = 'open' and incidents.status <> 'operational')`.execute(tx)
}

export function beginWindows(db: Database) {
  return transaction(db, async (tx) => {
    await waitForLock(tx, 'incidents')
    await beginDue(tx)
  })
}

/** The caller holds the lock 'incidents'. */
export async function beginDue(tx: Tx) {
  const begun = await tx
    .updateTable('incidents')
    // The event `begin` of state.ts.
    .set({ state: 'open' })
    .where('state', '=', 'planned')
    .where('starts_at', '<=', sql<Date>`now()`)
    .returning('id')
    .execute()
  for (const { id } of begun) await setModules(tx, id)
}
