import type { Release } from '#contract/staff-releases.ts'
import type { Trace } from '#contract/staff-traces.ts'
import { formatCounted } from '../../format.ts'

/**
 * Appended to ‘uploaded’: how the copies of a release are told apart, if fewer marks are used than
 * possible.
 */
export function uploadedWith({ kind, signed, slots, alternatives }: Release): string {
  if (kind === 'module' || slots + alternatives > 0) return ''
  return signed
    ? '. It is signed, so its copies are marked at their tail only, within the signature.'
    : '. Its copies are marked at their tail only, as it has no slots and no alternatives.'
}

/** For the list of releases: how the copies of a loader are told apart. */
export function listedWith({ slots, alternatives, signed, marks_read }: Release): string {
  if (signed) return 'Signed, tail only'
  const marks = [
    slots > 0 && formatCounted(slots, 'slot'),
    alternatives > 0 && formatCounted(alternatives, 'pair'),
  ].filter(Boolean)
  if (marks.length > 0) return marks.join(', ')
  return marks_read ? 'Tail only' : 'Read for slots with its first copy'
}

/** For a trace: the marks by which the copies of the release can be told apart. */
export function tracedWith({ slots, alternatives, signed }: NonNullable<Trace['release']>): string {
  if (signed) return 'tail only, as the release is signed.'
  const marks = [
    slots > 0 && formatCounted(slots, 'slot'),
    alternatives > 0 && `${formatCounted(alternatives, 'pair')} of alternatives`,
  ].filter(Boolean)
  return marks.length > 0
    ? `${marks.join(', ')}.`
    : 'tail only, as the release has no slots and no alternatives.'
}
