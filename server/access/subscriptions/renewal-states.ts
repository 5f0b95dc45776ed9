import { sql } from 'kysely'

const column = (renewal: string, name: string) => sql.ref(`${renewal}.${name}`)

/**
 * Whether the renewal was neither stopped nor ended, so that its card will be charged again.
 * `renewal` is its name in the query.
 */
export const goesOn = (renewal: string) => sql<boolean>`
  (${column(renewal, 'state')} not in ('stopping', 'ended'))`

/**
 * Whether the renewal's payment has failed and is being retried or needs authentication. `renewal`
 * is its name in the query.
 */
export const isFailing = (renewal: string) => sql<boolean>`
  (${column(renewal, 'state')} in ('retrying', 'needs_action'))`

/** The same check for a state that was already read. */
export const isFailingState = (state: string) => state === 'retrying' || state === 'needs_action'

/** The date of the next charge, over `renewals`. All code uses this rule. */
export const nextCharge = sql<Date>`
  renewal_charge_at(time_ends_at(renewals.user_id, renewals.product_id), renewals.term_seconds)`

/** The first day on which the card is expired, over `renewals`. Null if there is no card. */
export const cardEnds = sql`
  (make_date(renewals.card_exp_year, renewals.card_exp_month, 1) + interval '1 month')::date`
