/**
 * An outside service is down or failing, so a retry may succeed later. The message says all that
 * helps the operator; the stack explains nothing.
 */
export class OutsideFailure extends Error {
  override name = 'OutsideFailure'
}
