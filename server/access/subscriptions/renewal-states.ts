import { sql } from 'kysely'

const column = (renewal: string, name: string) => sql.ref(`${renewal}.${name}`)

/** `renewal` names it in the query. Neither stopped nor ended: its card will be charged again. */
export const goesOn = (renewal: string) => sql<boolean>`
  (${column(renewal, 'state')} not in ('stopping', 'ended'))`

/** `renewal` names it in the query. Its failed payment is being retried or needs authentication. */
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
