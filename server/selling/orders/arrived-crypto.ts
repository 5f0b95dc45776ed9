import { sql } from 'kysely'

/** Over `payments`: coins that the shop asked for have arrived, and staff need not review them. */
export const hasArrived = sql<boolean>`(payments.provider <> 'stripe' and actually_paid > 0
  and pay_amount > 0 and payments.review is null)`
