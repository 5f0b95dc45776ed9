import { sql } from 'kysely'

/** Somebody opened the card form and left: no order that anybody would look for. */
export const isLook = sql<boolean>`
  type = 'card' and payment_status in ('waiting', 'expired', 'failed')`

/** An order that was placed, whatever became of it. */
export const isPlaced = sql<boolean>`not (${isLook})`
