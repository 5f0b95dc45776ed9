import { sql } from 'kysely'

/** A card order that was never paid. Order lists leave these orders out by default. */
export const isAbandoned = sql<boolean>`
  type = 'card' and payment_status in ('waiting', 'expired', 'failed')`

export const isPlaced = sql<boolean>`not (${isAbandoned})`
