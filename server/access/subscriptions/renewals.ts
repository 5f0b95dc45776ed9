import { type RawBuilder, sql } from 'kysely'
import type { CardRenewal, RenewalEnd, RenewalState } from '#contract/access/card-renewal.ts'
import { renewals } from '#contract/selling/renewals.ts'
import { monthsOf } from '#contract/wire/terms.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { cardEnds, isFailingState } from './renewal-states.ts'
import { lastMessage, renewalsOfOrder } from './renewals-of-order.ts'
import { pauseOf, productStandsStill } from './still.ts'

type Row = {
  id: number
  product_id: number
  product_name: string
  plan: string
  price_cents: number
  cents: number
  list_cents: number
  code: string | null
  code_charges: number
  new_cents: number | null
  new_from: Date | null
  state: RenewalState
  due_at: Date | null
  gives_up_at: Date | null
  ends_at: Date
  owed: number
  card_id: string | null
  card_brand: string
  card_last4: string
  card_exp_month: number
  card_exp_year: number
  expires_before: boolean
  message: string | null
  held_for: 'dispute' | 'product' | null
  /** The time of the product is frozen, so nothing is charged. */
  still: boolean
  paused_until: Date | null
  ended_at: Date | null
  ended_for: RenewalEnd | null
}

/** By product: the running one, else the one that ended last. */
export const listRenewals = (db: Database, userId: number) =>
  read(
    db,
    sql`(
    select distinct on (product_id) * from renewals where user_id = ${userId}
     order by product_id, state = 'ended', id desc)`,
  )

/** Returns the renewals that an order started or was charged for. */
export const listRenewalsOfOrder = (db: Database, orderId: string) =>
  read(db, renewalsOfOrder(sql`${orderId}::uuid`))

/** Returns a renewal of this customer. Throws 404. */
export async function getRenewal(db: Database, userId: number, id: number) {
  const which = sql`(select * from renewals where id = ${id} and user_id = ${userId})`
  const [renewal] = await read(db, which)
  if (!renewal) throw new Refusal(renewals.stop.refusals.unknown_renewal)
  return renewal
}

async function read(db: Database, which: RawBuilder<unknown>) {
  const { rows } = await sql<Row>`
    select renewals.*, products.name as product_name, ${lastMessage} as message,
           time_ends_at(user_id, renewals.product_id) as ends_at,
           renewal_price(renewals.id) as cents,
           renewal_list_price(renewals.id) as list_cents, new_cents,
           ${productStandsStill('renewals')} as still,
           ${pauseOf('renewals')} as paused_until,
           grace_owed(user_id, renewals.product_id) as owed,
           renewal_price_from(renewals.id, applies_from) as new_from,
           coalesce(${cardEnds} <= coalesce(due_at, now()), false) as expires_before
      from ${which} as renewals join products on products.id = renewals.product_id
      left join renewal_prices on renewal_id = renewals.id and applied_at is null
       and dropped_at is null and applies_from is not null and state <> 'ended'
     order by products.name, renewals.id`.execute(db)
  return rows.map(present)
}

function present(row: Row) {
  const { due_at, gives_up_at } = row
  const failing = isFailingState(row.state)
  // During a pause or freeze, a failed payment is neither retried nor ended. Afterwards, a renewal
  // continues automatically, and all its dates move by the returned time.
  const waits = (row.state === 'on' || failing) && waitsFor(row)
  const state = waits && !failing ? 'held' : row.state
  const tries = state === 'retrying' && !waits && due_at !== null && due_at < gives_up_at!
  return {
    id: row.id,
    game_id: row.product_id,
    product_name: row.product_name,
    ...{ term_length: monthsOf(row.plan), plan: row.plan },
    price: row.cents,
    price_change:
      row.new_cents === null
        ? null
        : { price: row.new_cents, instead_of: row.price_cents, from: row.new_from! },
    discount:
      row.code_charges === 0
        ? null
        : { code: row.code!, charges: row.code_charges, price: row.list_cents },
    state,
    card: row.card_id === null ? null : cardOf(row),
    next_charge:
      state === 'on' ? due_at : state === 'held' && waits === 'pause' ? afterPause(row) : null,
    next_try: tries ? due_at : null,
    gives_up: failing && !waits ? gives_up_at : null,
    ends: row.ends_at,
    lent: failing ? row.owed : 0,
    failure: failing ? row.message : null,
    held_for: waits || row.held_for,
    ended: row.ended_at && { at: row.ended_at, why: row.ended_for! },
  } satisfies Record<keyof CardRenewal, unknown>
}

function waitsFor({ paused_until, still }: Row) {
  if (paused_until) return 'pause' as const
  return still && ('still' as const)
}

/** If the pause started shortly before a charge, the charge comes right after it. */
const afterPause = ({ due_at, paused_until }: Row) =>
  due_at! < paused_until! ? paused_until : due_at

const cardOf = (row: Row) => ({
  id: row.card_id!,
  brand: row.card_brand,
  last4: row.card_last4,
  exp_month: row.card_exp_month,
  exp_year: row.card_exp_year,
  expires_before: row.expires_before,
})
