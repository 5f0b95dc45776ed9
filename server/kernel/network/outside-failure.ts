/** A retry may succeed. The message says what helps the operator, so it needs no stack. */
export class OutsideFailure extends Error {
  override name = 'OutsideFailure'
}
