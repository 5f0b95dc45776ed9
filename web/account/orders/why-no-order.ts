import { orders } from '#contract/orders.ts'
import { ApiError, isForTheShell, isMissing } from '../../api/error.ts'

/**
 * Why the page of an order cannot be shown; throws what the shell tells. Somebody else's order, and an
 * address that is no order's, are as unknown as one that never was.
 */
export function whyNoOrder(error: unknown): string {
  if (!(error instanceof ApiError) || isForTheShell(error)) throw error
  return isMissing(error) ? orders.get.refusals.unknown_order.sentence : error.message
}
