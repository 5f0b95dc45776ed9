import { ApiError, isForTheShell } from '../../api/error.ts'

/** Why the page of an order cannot be shown; throws what the shell tells. */
export function whyNoOrder(error: unknown): string {
  if (!(error instanceof ApiError) || isForTheShell(error)) throw error
  return error.message
}
