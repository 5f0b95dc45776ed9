/**
 * Something beside the shop is away or failing, so that the same may work later. The message says all
 * that the operator can use: where it was asked from explains nothing.
 */
export class OutsideFailure extends Error {
  override name = 'OutsideFailure'
}
