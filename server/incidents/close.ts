import { createHash } from 'node:crypto'
import type { Parsed } from '#contract/endpoint.ts'
import { incidentRefusals, type staffIncidents } from '#contract/staff-incidents.ts'
import { countCredits } from '#server/credits/count.ts'
import { draftAfter } from '#server/credits/decide.ts'
import { type Down, readDowntime, readStill } from '#server/credits/downtime.ts'
import { settleClosed, settleStills } from '#server/credits/stills.ts'
import { record } from '#server/events/record.ts'
import { clock } from '#server/kernel/clock.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { waitForLock } from '#server/kernel/named-lock.ts'
import { rehearse } from '#server/kernel/rehearse.ts'
import type { Staff } from '#server/logs/staff.ts'
import { listNames } from '#server/products/names.ts'
import { addUpdate, lockIncident } from './change.ts'
import { freeModules } from './modules.ts'

type Closing = Parsed<typeof staffIncidents.close>['body']
type Ended = Pick<Closing, 'ended_at'>

/**
 * Closes what goes on, or calls a planned window off. Throws 404, 409 and 422, and `closing_changed`
 * when it would give something else than what was seen.
 */
export function closeIncident(db: Database, staff: Staff, id: number, wanted: Closing) {
  const { text, seen } = wanted
  return transaction(db, async (tx) => {
    const { title, cancelled, batch, gives } = await close(tx, staff, id, wanted)
    if (seen !== undefined && seen !== nameOf(gives))
      throw new Refusal(incidentRefusals.closing_changed)
    await addUpdate(tx, staff, id, text)
    await record(tx, 'incident.closed', { staff, data: { incident: id, title, cancelled, batch } })
  })
}

/**
 * What closing would give at once: it is closed and opened again, and counted afterwards, so that
 * nobody waits for a shop with many runs. Refuses what closing would refuse.
 */
export async function previewClosing(db: Database, staff: Staff, id: number, wanted: Ended) {
  const { gives, goes_on, drafted } = await rehearse(db, async (tx) => {
    const { gives } = await close(tx, staff, id, wanted)
    const goes_on = await listNames(tx, gives.ended)
    return { gives, goes_on, drafted: await listNames(tx, gives.drafted) }
  })
  return { ...(await countCredits(db, gives.downs)), seen: nameOf(gives), goes_on, drafted }
}

type Gives = {
  /** Products whose time goes on, and what each of their runs gets by. */
  ended: number[]
  downs: Down[]
  /** Products that a batch is drafted of. */
  drafted: number[]
}

/** The one act behind both. */
async function close(tx: Tx, staff: Staff, id: number, { ended_at: wanted }: Ended) {
  await waitForLock(tx, 'incidents')
  const { title, state, starts_at } = await lockIncident(tx, id)
  const now = clock.now()
  const ended_at = wanted ?? new Date(now)
  if (state === 'open' && ended_at.getTime() < starts_at.getTime())
    throw new Refusal(incidentRefusals.incident_end_first)
  if (ended_at.getTime() > now) throw new Refusal(incidentRefusals.incident_end_later)
  const cancelled = state === 'planned'
  const changes = cancelled
    ? ({ state: 'cancelled' } as const)
    : { state: 'closed' as const, ended_at }
  await tx.updateTable('incidents').set(changes).where('id', '=', id).execute()
  const gives: Gives = { ended: [], downs: [], drafted: [] }
  if (cancelled) return { title, cancelled, batch: null, gives }
  await freeModules(tx, id)
  for (const still of [...(await settleStills(tx)), ...(await settleClosed(tx, id))]) {
    gives.ended.push(still.product)
    gives.downs.push(...(await readStill(tx, still.id)))
  }
  const batch = await draftAfter(tx, staff, { id, title })
  if (batch) gives.drafted = (await readDowntime(tx, id)).map(({ product }) => product)
  return { title, cancelled, batch, gives }
}

/** The same as long as it is the same products by the same rules. Its end may move with the clock. */
function nameOf({ ended, downs, drafted }: Gives) {
  const given = downs.map(({ product, percent, rounding, during }) =>
    [product, percent, rounding, during[0]!.from].join(),
  )
  const all = [[...ended].sort(), given.sort(), [...drafted].sort()]
  return createHash('sha256').update(JSON.stringify(all)).digest('hex')
}
