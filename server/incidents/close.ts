import type { Parsed } from '#contract/endpoint.ts'
import { incidentRefusals, type staffIncidents } from '#contract/staff-incidents.ts'
import { draftAfter } from '#server/credits/decide.ts'
import { settleClosed, settleStills } from '#server/credits/stills.ts'
import { record } from '#server/events/record.ts'
import { clock } from '#server/kernel/clock.ts'
import { type Database, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { waitForLock } from '#server/kernel/named-lock.ts'
import type { Staff } from '#server/logs/staff.ts'
import { addUpdate, lockIncident } from './change.ts'
import { freeModules } from './modules.ts'

type Closing = Parsed<typeof staffIncidents.close>['body']

/** Closes what goes on, or calls a planned window off. Throws 404, 409 and 422. */
export function closeIncident(
  db: Database,
  staff: Staff,
  id: number,
  { text, ended_at: wanted }: Closing,
) {
  return transaction(db, async (tx) => {
    await waitForLock(tx, 'incidents')
    const { title, state, starts_at } = await lockIncident(tx, id)
    const now = clock.now()
    const ended_at = wanted ?? new Date(now)
    if (state === 'open' && ended_at.getTime() < starts_at.getTime())
      throw new Refusal(incidentRefusals.incident_end_first)
    if (ended_at.getTime() > now) throw new Refusal(incidentRefusals.incident_end_later)
    const changes =
      state === 'planned'
        ? ({ state: 'cancelled' } as const)
        : { state: 'closed' as const, ended_at }
    await tx.updateTable('incidents').set(changes).where('id', '=', id).execute()
    if (state === 'open') {
      await freeModules(tx, id)
      await settleStills(tx)
      await settleClosed(tx, id)
    }
    const batch = state === 'open' ? await draftAfter(tx, staff, { id, title }) : null
    await addUpdate(tx, staff, id, text)
    await record(tx, 'incident.closed', {
      staff,
      data: { incident: id, title, cancelled: state === 'planned', batch },
    })
  })
}
