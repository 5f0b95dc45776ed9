import { sql } from 'kysely'

const column = (renewal: string, name: string) => sql.ref(`${renewal}.${name}`)

/** Whether it was neither stopped nor has ended: its card is charged again. The query names the renewal. */
export const goesOn = (renewal: string) => sql<boolean>`
  (${column(renewal, 'state')} not in ('stopping', 'ended'))`

/** Whether its payment has failed, and is tried again or waits for its owner. The query names the renewal. */
export const isFailing = (renewal: string) => sql<boolean>`
  (${column(renewal, 'state')} in ('retrying', 'needs_action'))`

/** The same of a state that was read. */
export const isFailingState = (state: string) => state === 'retrying' || state === 'needs_action'

/** The one rule for the date of a charge, over `renewals`. */
export const nextCharge = sql<Date>`
  renewal_charge_at(time_ends_at(renewals.user_id, renewals.product_id), renewals.term_seconds)`

/** The first day on which its card is no longer good, over `renewals`; null where there is none. */
export const cardEnds = sql`
  (make_date(renewals.card_exp_year, renewals.card_exp_month, 1) + interval '1 month')::date`
