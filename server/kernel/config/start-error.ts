/**
 * A problem that prevents startup and that the operator can fix. The message is one whole sentence:
 * main prints it alone, without a stack trace, and exits with code 1.
 */
export class StartError extends Error {
  override name = 'StartError'
}
