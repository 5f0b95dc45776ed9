import { sql } from 'kysely'

/** The customer began to pay by card and never paid: not an order that anybody would look for. */
export const isAbandoned = sql<boolean>`
  type = 'card' and payment_status in ('waiting', 'expired', 'failed')`

/** An order that was placed, whether or not it was paid. */
export const isPlaced = sql<boolean>`not (${isAbandoned})`
