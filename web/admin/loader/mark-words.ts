import type { Release } from '#contract/staff-releases.ts'
import type { Trace } from '#contract/staff-traces.ts'
import { formatCounted } from '../../format.ts'

/** After ‘uploaded’: how its copies are told from each other, where that is by less than they could be. */
export function uploadedWith({ kind, signed, slots, alternatives }: Release): string {
  if (kind === 'module' || slots + alternatives > 0) return ''
  return signed
    ? '. It is signed, so its copies are marked at their tail only, within the signature.'
    : '. Its copies are marked at their tail only, as it has no slots and no alternatives.'
}

/** In the list of releases: how a loader's copies are told from each other. */
export function listedWith({ slots, alternatives, signed, marks_read }: Release): string {
  if (signed) return 'Signed, tail only'
  const marks = [
    slots > 0 && formatCounted(slots, 'slot'),
    alternatives > 0 && formatCounted(alternatives, 'pair'),
  ].filter(Boolean)
  if (marks.length > 0) return marks.join(', ')
  return marks_read ? 'Tail only' : 'Read for slots with its first copy'
}

/** In a trace: by what the copies of the release could be told. */
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
