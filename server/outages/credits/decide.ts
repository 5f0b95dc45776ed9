import { sql } from 'kysely'
import { batchRefusals, type credits } from '#contract/outages/credits.ts'
import type { Parsed } from '#contract/wire/endpoint.ts'
import { getProduct } from '#server/access/subscriptions/gifts.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { waitForLock } from '#server/kernel/database/named-lock.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { enqueue } from '#server/kernel/jobs/jobs.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { lockBatch } from './batches.ts'
import { readDowntime } from './downtime.ts'
import { apply, preview, undo } from './jobs.ts'

type ByHand = Parsed<typeof credits.add>['body']

/** Idempotent for the same `id`. Throws `unknown_product` and `batch_id_used`. */
export function addBatch(db: Database, staff: Staff, wanted: ByHand) {
  const { game_id, hours, title, note, id: request_id = null } = wanted
  return transaction(db, async (tx) => {
    const { name } = await getProduct(tx, game_id)
    const added = await tx
      .insertInto('credit_batches')
      .values({
        request_id,
        title,
        note,
        product_id: game_id,
        seconds: hours * 3600,
        created_by: staff.id,
      })
      .onConflict((conflict) => conflict.column('request_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) return getDrafted(tx, staff, wanted)
    const { id } = added
    await record(tx, 'credits.drafted', {
      staff,
      data: { batch: id, title, product: name, hours },
    })
    return id
  })
}

async function getDrafted(tx: Tx, staff: Staff, { id, game_id, hours, title }: ByHand) {
  const found = await tx
    .selectFrom('credit_batches')
    .select(['id', 'title', 'product_id', 'seconds', 'created_by'])
    .where('request_id', '=', id!)
    .executeTakeFirstOrThrow()
  const same =
    found.created_by === staff.id &&
    found.title === title &&
    found.product_id === game_id &&
    found.seconds === hours * 3600
  if (!same) throw new Refusal(batchRefusals.batch_id_used)
  return found.id
}

/** Drafts the batch of a closed incident if a policy requires it, and returns its id. */
export async function draftAfter(
  tx: Tx,
  staff: Staff,
  { id: incident_id, title }: { id: number; title: string },
) {
  if ((await readDowntime(tx, incident_id)).length === 0) return null
  const { id } = await tx
    .insertInto('credit_batches')
    .values({ incident_id, title, created_by: staff.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A confirmed batch stays as it is. Else updates the title and, with `recount`, the preview. */
export async function followIncident(
  tx: Tx,
  staff: Staff,
  { id, title, recount }: { id: number; title: string; recount: boolean },
) {
  const found = await tx
    .selectFrom('credit_batches')
    .select(['id', 'state'])
    .where('incident_id', '=', id)
    .where('state', '<>', 'dropped')
    .forUpdate()
    .executeTakeFirst()
  if (!found) return recount ? draftAfter(tx, staff, { id, title }) : null
  const { state } = found
  if (state !== 'draft' && state !== 'previewing' && state !== 'previewed') return found.id
  await tx
    .updateTable('credit_batches')
    .set({ title, ...(recount && state === 'previewed' && { state: 'draft', effects: null }) })
    .where('id', '=', found.id)
    .execute()
  return found.id
}

/** Starts the preview, which determines the recipients. Throws 404 and 409. */
export function askPreview(db: Database, id: number) {
  return transaction(db, async (tx) => {
    await lockBatch(tx, id, ['draft', 'previewed'])
    await tx
      .updateTable('credit_batches')
      .set({ state: 'previewing' })
      .where('id', '=', id)
      .execute()
    await enqueue(tx, preview, { batch: id })
  })
}

type Seen = Parsed<typeof credits.confirm>['body']

/** All in the preview receive their time. Throws 404, and 409 for another preview than `seen`. */
export function confirmBatch(db: Database, staff: Staff, id: number, seen: Seen) {
  const { people } = seen
  return transaction(db, async (tx) => {
    // Serialises confirmations, so that the second one sees the first.
    await waitForLock(tx, 'credits.confirm')
    const { title, previewed_at } = await lockBatch(tx, id, ['previewed'])
    if (seen.previewed_at && seen.previewed_at.getTime() !== previewed_at?.getTime())
      throw new Refusal(batchRefusals.batch_previewed)
    const counted = await countPeople(tx, id)
    if (counted === 0) throw new Refusal(batchRefusals.batch_empty)
    if (counted !== people)
      throw new Refusal(batchRefusals.batch_people, { values: { people: counted } })
    if (await isOvertaken(tx, id)) throw new Refusal(batchRefusals.batch_overtaken)
    await tx
      .updateTable('credit_batches')
      .set({ state: 'confirmed', confirmed_by: staff.id, confirmed_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    await enqueue(tx, apply, { batch: id })
    await record(tx, 'credits.confirmed', { staff, data: { batch: id, title, people } })
  })
}

export function dropBatch(db: Database, staff: Staff, id: number) {
  return transaction(db, async (tx) => {
    const { title } = await lockBatch(tx, id, ['draft', 'previewing', 'previewed'])
    await tx.updateTable('credit_batches').set({ state: 'dropped' }).where('id', '=', id).execute()
    await record(tx, 'credits.dropped', { staff, data: { batch: id, title } })
  })
}

/** Starts the undo, which takes back unused time. Throws 404 and 409. */
export function beginUndo(db: Database, staff: Staff, id: number) {
  return transaction(db, async (tx) => {
    const { title, late } = await lockBatch(tx, id, ['applied'])
    if (late) throw new Refusal(batchRefusals.batch_too_old)
    await tx
      .updateTable('credit_batches')
      .set({ state: 'undoing', undone_by: staff.id })
      .where('id', '=', id)
      .execute()
    await enqueue(tx, undo, { batch: id })
    await record(tx, 'credits.undone', { staff, data: { batch: id, title } })
  })
}

/** Customers of an overlapping batch would be left out here and lose what only this one grants. */
async function isOvertaken(tx: Tx, id: number) {
  const { rows } = await sql<{ id: number }>`
    select other.id from credit_batches as other
      join credit_batches as this on this.id = ${id} and other.id <> this.id
     where other.state in ('confirmed', 'applying') or other.applied_at > this.previewed_at`.execute(
    tx,
  )
  if (rows.length === 0) return false
  const others = rows.map((row) => row.id)
  const found = await sql`
    select from time_credits as theirs join credit_ranges as given on given.credit_id = theirs.id
      join credit_ranges as own
        on own.subscription_id = given.subscription_id and own.during && given.during
      join time_credits as mine on mine.id = own.credit_id
     where theirs.batch_id = any(${others}::bigint[]) and (given.active or theirs.state = 'planned')
       and mine.batch_id = ${id} and mine.state = 'planned' limit 1`.execute(tx)
  return found.rows.length > 0
}

async function countPeople(tx: Tx, batch: number) {
  const { rows } = await sql<{ people: number }>`
    select count(distinct user_id)::int as people from time_credits
     where batch_id = ${batch} and state = 'planned'`.execute(tx)
  return rows[0]!.people
}
