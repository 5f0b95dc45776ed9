import { OutsideFailure } from './outside-failure.ts'

/** A retry may succeed later. The message is a sentence for the operator and contains no keys. */
export class FilesTrouble extends OutsideFailure {
  override name = 'FilesTrouble'
  /** The storage is full. Reading still works. */
  readonly full: boolean
  /** The configuration is wrong, so a retry does not help. */
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
