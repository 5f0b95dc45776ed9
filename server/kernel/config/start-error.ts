/** A problem for the operator to fix: main prints the message without a stack and exits with 1. */
export class StartError extends Error {
  override name = 'StartError'
}
