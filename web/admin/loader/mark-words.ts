import type { Release } from '#contract/licensing/staff-releases.ts'
import type { Trace } from '#contract/licensing/staff-traces.ts'
import { formatCounted } from '../../format.ts'

/**
 * Appended to ‘uploaded’: how the copies of a release are told apart, if fewer marks are used than
 * possible.
 */
export function uploadedWith({ kind, signed, slots }: Release): string {
  if (kind === 'module' || slots > 0) return ''
  return signed
    ? '. It is signed, so its copies are marked only at the tail, inside the signature.'
    : '. It has no slots, so its copies are marked only at the tail.'
}

/** For the list of releases: how the copies of a loader are told apart. */
export function listedWith({ slots, signed }: Release): string {
  if (signed) return 'Signed, tail only'
  if (slots > 0) return formatCounted(slots, 'slot')
  return 'Tail only'
}

/** For a trace: the marks by which the copies of the release can be told apart. */
export function tracedWith({ slots, signed }: NonNullable<Trace['release']>): string {
  if (signed) return 'tail only, because the release is signed.'
  return slots > 0
    ? `${formatCounted(slots, 'slot')}.`
    : 'tail only, because the release has no slots.'
}
