import { OutsideFailure } from './outside-failure.ts'

/**
 * The store of files is away, refuses the shop, or has no room, so that the same may work later. The
 * message is a sentence for the operator, without keys.
 */
export class FilesTrouble extends OutsideFailure {
  override name = 'FilesTrouble'
  /** Reading goes on. */
  readonly full: boolean
  /** As it is set up it will never work: waiting does not help. */
  readonly misconfigured: boolean

  constructor(
    message: string,
    { full = false, misconfigured = false, cause }: Partial<FilesTrouble> & { cause?: unknown },
  ) {
    super(message, { cause })
    this.full = full
    this.misconfigured = misconfigured
  }
}
