import { type RawBuilder, sql } from 'kysely'
import { type BatchEffects, type BatchState, batchRefusals } from '#contract/outages/credits.ts'
import type { Database, Tx } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { type Page, pageOf } from '#server/kernel/lists/page.ts'
import { shownName } from '#server/platform/users/shown-name.ts'

const undoable = sql`interval '72 hours'`

const sumOf = (what: RawBuilder<unknown>, states: RawBuilder<unknown>) => sql<number>`(
  select coalesce(${what}, 0)::bigint from time_credits
   where batch_id = batch.id and state in (${states}))`

const products = sql<string[]>`case
  when batch.state not in ('draft', 'previewing') and jsonb_array_length(effects -> 'products') > 0
  then array(select jsonb_array_elements_text(effects -> 'products'))
  else array(
    select name from products
     where id = batch.product_id
        or id in (select product_id from product_modules join incident_modules using (repo)
                   where incident_id = batch.incident_id)
     order by position, id limit 50) end`

/** The incident got other modules or times after the recipients were determined. */
const overtaken = sql<boolean>`exists (
  select from incidents
   where incidents.id = batch.incident_id and modules_changed_at > previewed_at
     and batch.state in ('confirmed', 'applying', 'applied', 'undoing', 'undone'))`

function selectBatches(db: Database) {
  return db
    .selectFrom('credit_batches as batch')
    .innerJoin('users as maker', 'maker.id', 'created_by')
    .leftJoin('users as confirmer', 'confirmer.id', 'confirmed_by')
    .select([
      'batch.id',
      'batch.title',
      sql<number | null>`coalesce(batch.incident_id, (
        select incident_id from stills where stills.id = batch.still_id))`.as('incident'),
      'batch.seconds',
      'note',
    ])
    .select(['batch.created_at', 'previewed_at', 'applied_at', 'undone_at'])
    .select([sql<BatchState>`batch.state`.as('state'), products.as('products')])
    .select(overtaken.as('overtaken'))
    .select([shownName('maker').as('by'), 'confirmer.username as confirmed_by'])
    .select(sql<Kept | null>`effects`.as('effects'))
    .select(
      sql<boolean>`batch.state = 'applied' and applied_at > now() - ${undoable}`.as('can_undo'),
    )
    .select([
      sumOf(sql`count(*)`, sql`'given', 'undone'`).as('given'),
      sumOf(sql`sum(taken_back)`, sql`'undone'`).as('taken_back'),
      sumOf(sql`sum(seconds - taken_back)`, sql`'undone'`).as('kept'),
    ])
}

type Kept = BatchEffects

const presented = <Row extends { effects: Kept | null }>({ effects, ...row }: Row) => ({
  ...row,
  effects: effects && {
    ...effects,
    worth: Math.round(effects.worth * 100),
    earliest_end: effects.earliest_end ? new Date(effects.earliest_end) : null,
    latest_end: effects.latest_end ? new Date(effects.latest_end) : null,
  },
})

export async function listBatches(db: Database, page: Page) {
  const { rows, total } = await pageOf(selectBatches(db).orderBy('batch.id', 'desc'), page)
  return { batches: rows.map(presented), total }
}

/** Throws `unknown_batch`. */
export async function getBatch(db: Database, id: number) {
  const row = await selectBatches(db).where('batch.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal(batchRefusals.unknown_batch)
  return presented(row)
}

/** Throws `unknown_batch`, and `batch_state` unless the batch is in one of the `allowed` states. */
export async function lockBatch(tx: Tx, id: number, allowed?: readonly BatchState[]) {
  const batch = await tx
    .selectFrom('credit_batches')
    .selectAll()
    .select(sql<boolean>`applied_at <= now() - ${undoable}`.as('late'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!batch) throw new Refusal(batchRefusals.unknown_batch)
  const state = batch.state as BatchState
  if (allowed && !allowed.includes(state))
    throw new Refusal(batchRefusals.batch_state, { values: { state } })
  return { ...batch, state }
}
