import { sql } from 'kysely'

/** A card order that was never paid. Order lists leave these orders out by default. */
export const isAbandoned = sql<boolean>`
  type = 'card' and payment_status in ('waiting', 'expired', 'failed')`

/** An order that was placed, whether or not it was paid. */
export const isPlaced = sql<boolean>`not (${isAbandoned})`
