import { type InsertObject, sql } from 'kysely'
import type { DB } from '#db/tables.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { waitForLock } from '#server/kernel/database/named-lock.ts'
import { readTime } from '#server/kernel/time/database-time.ts'
import { readDowntime, stoodStill } from './downtime.ts'
import { intervalJson, milliseconds } from './interval-json.ts'
import { downtimeOf, type Interval, joined, shortestGap, without } from './intervals.ts'
import { giveStillSoon } from './jobs.ts'
import { policyOf } from './policy-columns.ts'

type Counted = Interval & { id: number; open: boolean }
export type Ended = { id: number; product: number }
type Row = {
  product: number
  stands: boolean
  from_minutes: number
  /** The closed and open incidents that count according to the policy. */
  incidents: Counted[]
  still: number | null
  since: number | null
  began_with: number | null
  last: number | null
}

const at = (ms: number) => sql<Date>`to_timestamp(${ms}::bigint / 1000.0)`

/** Starts and ends freezes by the current policies and incidents, in its own transaction. */
export function moveStills(db: Database) {
  return transaction(db, async (tx) => {
    await waitForLock(tx, 'incidents')
    await settleStills(tx)
  })
}

/** Dates each freeze back to its incident's start. The caller has the lock 'incidents'. */
export async function settleStills(tx: Tx): Promise<Ended[]> {
  const ended: Ended[] = []
  const now = await readTime(tx)
  for (const row of await readRows(tx)) {
    const going = row.stands ? goingOn(row, now) : null
    if (going && row.still === null) await begin(tx, row, going, now)
    if (!going && row.still !== null) {
      await end(tx, row.still, { ended: now, until: endOf(row, now) })
      ended.push({ id: row.still, product: row.product }, ...(await settleBehind(tx, row)))
    }
  }
  return ended
}

/**
 * Creates the freezes of an incident that was closed before any time was held for it. If another
 * freeze is running, covers only the time before it, because the rest is returned with it. The
 * caller has the lock 'incidents'.
 */
export async function settleClosed(tx: Tx, incident: number, only?: number): Promise<Ended[]> {
  const ended: Ended[] = []
  for (const { product, during } of await readDowntime(tx, incident, 'still')) {
    if (only !== undefined && product !== only) continue
    const held = await readHeld(tx, product)
    for (const { from, to } of without(during, held)) {
      const still = await insert(tx, {
        ...{ product_id: product, incident_id: incident, since: at(from), held_at: null },
        ...{ ended_at: at(to), counts_until: at(to) },
      })
      if (!still) continue
      await giveStillSoon(tx, still)
      ended.push({ id: still, product })
    }
  }
  return ended
}

/** Creates freezes of closed incidents that the running freeze does not cover after all. */
async function settleBehind(tx: Tx, { product, since, incidents }: Row): Promise<Ended[]> {
  const ended: Ended[] = []
  for (const { id, open, to } of incidents)
    if (!open && to > since! - shortestGap) ended.push(...(await settleClosed(tx, id, product)))
  return ended
}

/** A running freeze counts from its start, without an end. */
async function readHeld(tx: Tx, product: number): Promise<Interval[]> {
  const { rows } = await sql<{ since: number; going: boolean; during: Interval[] }>`
    select ${milliseconds(sql`since`)} as since, ended_at is null as going, ${stoodStill} as during
      from stills where product_id = ${product}`.execute(tx)
  return joined(
    rows.flatMap(({ since, going, during }) =>
      going ? { from: since, to: Number.POSITIVE_INFINITY } : during,
    ),
  )
}

async function readRows(tx: Tx): Promise<Row[]> {
  const counts = sql`
    incidents.status = any(${policyOf.states}) and exists (
      select from incident_modules join product_modules using (repo)
       where incident_id = incidents.id and product_modules.product_id = products.id)`
  const { rows } = await sql<Row>`
    select products.id as product, ${policyOf.mode} = 'still' as stands,
           ${policyOf.from_minutes} as from_minutes,
           (select coalesce(json_agg(${intervalJson(
             sql`starts_at`,
             sql`coalesce(ended_at, now())`,
             sql`'id', id, 'open', state = 'open'`,
           )} order by id), '[]')
              from incidents
             where state in ('open', 'closed') and ${counts}
               and coalesce(ended_at, now()) > now() - interval '90 days') as incidents,
           stills.id as still, ${milliseconds(sql`stills.since`)} as since,
           stills.incident_id as began_with,
           (select ${milliseconds(sql`max(ended_at)`)} from stills as earlier
             where earlier.product_id = products.id) as last
      from products
      left join time_policies on time_policies.product_id = products.id
      left join stills on stills.product_id = products.id and stills.ended_at is null
     where stills.id is not null
        or (${policyOf.mode} = 'still'
            and exists (select from incidents where state = 'open' and ${counts}))
     order by products.id`.execute(tx)
  return rows
}

/** Returns the current downtime that is long enough, and the incident that it began with. */
function goingOn({ incidents, from_minutes }: Row, now: number) {
  for (const { id, open, from } of incidents) {
    if (!open) continue
    const own = { from: Math.min(from, now), to: now + 1 }
    const others = incidents.map((each) => (each.open ? { ...each, to: now + 1 } : each))
    const [stretch] = downtimeOf(own, others, from_minutes)
    if (stretch) return { incident: id, from: stretch.from }
  }
  return null
}

async function begin(
  tx: Tx,
  { product, last }: Row,
  going: { incident: number; from: number },
  now: number,
) {
  const from = Math.max(going.from, last ?? 0)
  await insert(tx, {
    ...{ product_id: product, incident_id: going.incident, since: at(from) },
    held_at: at(Math.max(from, now)),
  })
}

/**
 * Never dates a freeze later than it took effect. Returns the other freezes that result from the
 * correction and whose time is returned at once. The caller has the lock 'incidents'.
 */
export async function redateStills(tx: Tx, incident: number): Promise<Ended[]> {
  const ended: Ended[] = []
  const now = await readTime(tx)
  for (const row of await readRows(tx)) {
    const going = row.stands && row.began_with === incident ? goingOn(row, now) : null
    if (!going || row.still === null) continue
    const since = sql<Date>`least(${at(Math.max(going.from, row.last ?? 0))}, held_at)`
    await tx.updateTable('stills').set({ since }).where('id', '=', row.still).execute()
    ended.push(...(await settleBehind(tx, row)))
  }
  return ended
}

async function insert(tx: Tx, values: InsertObject<DB, 'stills'>) {
  const row = await tx
    .insertInto('stills')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/**
 * Returns the freeze's start if it was too short for the policy. Returns now if an incident is
 * still open, because then only the policy has changed.
 */
function endOf({ incidents, began_with, since, from_minutes }: Row, now: number): number {
  const own = incidents.find(({ id }) => id === began_with)
  if (!own || incidents.some(({ open }) => open)) return now
  const last = downtimeOf(own, incidents, from_minutes).at(-1)
  return Math.max(since!, last?.to ?? 0)
}

async function end(tx: Tx, still: number, { ended, until }: { ended: number; until: number }) {
  await tx
    .updateTable('stills')
    .set({
      ended_at: sql<Date>`greatest(since, ${at(ended)})`,
      counts_until: sql<Date>`greatest(since, ${at(until)})`,
    })
    .where('id', '=', still)
    .where('ended_at', 'is', null)
    .execute()
  await giveStillSoon(tx, still)
}
