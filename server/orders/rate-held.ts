import { sql } from 'kysely'

/**
 * Over `orders`: coins that arrive now still count at the order's own rate. That ends when its
 * customer cancels it, and otherwise a day after its payment window.
 */
export const holdsRate = sql<boolean>`(
  orders.canceled_at is null and orders.expires_at >= now() - interval '24 hours')`

/**
 * Over `orders`: the customer can cancel the crypto order, which releases its codes and its rate. No
 * money has arrived for it.
 */
export const canCancel = sql<boolean>`(orders.type = 'crypto' and (
  orders.payment_status = 'waiting'
  or orders.payment_status in ('expired', 'failed') and ${holdsRate}))`
