import { incidentRefusals, type staffIncidents } from '#contract/outages/staff-incidents.ts'
import type { Parsed } from '#contract/wire/endpoint.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { waitForLock } from '#server/kernel/database/named-lock.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { readTime } from '#server/kernel/time/database-time.ts'
import { draftAfter } from '#server/outages/credits/decide.ts'
import { readDowntime } from '#server/outages/credits/downtime.ts'
import { settleClosed, settleStills } from '#server/outages/credits/stills.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { addUpdate, lockIncident } from './change.ts'
import { previewGives, readGives, requireSeen } from './gives.ts'
import { freeModules } from './modules.ts'

type Closing = Parsed<typeof staffIncidents.close>['body']
type Ended = Pick<Closing, 'ended_at'>

/** Throws 404, 409 and 422, and `effects_changed` if the credits differ from the preview. */
export function closeIncident(db: Database, staff: Staff, id: number, wanted: Closing) {
  const { text, seen } = wanted
  return transaction(db, async (tx) => {
    const { title, cancelled, batch, gives } = await close(tx, staff, id, wanted)
    requireSeen(gives, seen)
    await addUpdate(tx, staff, id, text)
    await record(tx, 'incident.closed', { staff, data: { incident: id, title, cancelled, batch } })
  })
}

export function previewClosing(db: Database, staff: Staff, id: number, wanted: Ended) {
  return previewGives(db, async (tx) => (await close(tx, staff, id, wanted)).gives)
}

async function close(tx: Tx, staff: Staff, id: number, { ended_at: wanted }: Ended) {
  await waitForLock(tx, 'incidents')
  const { title, state, afterClose, starts_at } = await lockIncident(tx, id)
  const now = await readTime(tx)
  const ended_at = wanted ?? new Date(now)
  if (state === 'open' && ended_at.getTime() < starts_at.getTime())
    throw new Refusal(incidentRefusals.incident_end_first)
  if (ended_at.getTime() > now) throw new Refusal(incidentRefusals.incident_end_later)
  const cancelled = afterClose === 'cancelled'
  const changes = { state: afterClose, ...(!cancelled && { ended_at }) }
  await tx.updateTable('incidents').set(changes).where('id', '=', id).execute()
  if (cancelled) return { title, cancelled, batch: null, gives: await readGives(tx, []) }
  await freeModules(tx, id)
  const ended = [...(await settleStills(tx)), ...(await settleClosed(tx, id))]
  const gives = await readGives(tx, ended)
  const batch = await draftAfter(tx, staff, { id, title })
  if (batch) gives.drafted = (await readDowntime(tx, id)).map(({ product }) => product)
  return { title, cancelled, batch, gives }
}
