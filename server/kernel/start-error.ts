/**
 * What keeps the server from starting and its operator can mend. The message is one whole sentence:
 * main prints it alone, without a stack trace, and exits with code 1.
 */
export class StartError extends Error {
  override name = 'StartError'
}
