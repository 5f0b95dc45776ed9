import { ApiError, isForTheShell } from '../../api/error.ts'

/** The reason why the page of an order cannot be shown. Rethrows errors that the shell handles. */
export function whyNoOrder(error: unknown): string {
  if (!(error instanceof ApiError) || isForTheShell(error)) throw error
  return error.message
}
