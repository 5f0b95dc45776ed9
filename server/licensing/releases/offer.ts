import { createHash } from 'node:crypto'
import { compareVersions } from './versions.ts'

/** A release that was promoted in a channel and not rolled back. */
export type Promoted = {
  release: number
  version: string
  /** The oldest loader that may run with it. */
  minimum: string | null
  channel: 'stable' | 'beta'
  percent: number
}

export type Asking = { uid: number; beta: boolean }

/** Returns 0 to 99. The place differs between releases, so that the first customers vary. */
export function placeOf(uid: number, release: number): number {
  const hash = createHash('sha256').update(`release ${release} customer ${uid}`).digest()
  return hash.readUInt32BE() % 100
}

/** A customer reached at some percentage is also reached at every higher one. */
export const isReached = (
  uid: number,
  { release, percent }: { release: number; percent: number },
) => percent === 100 || placeOf(uid, release) < percent

/** `promoted` is newest first. Beta testers get the beta release if its version is higher. */
export function offerOf<P extends Promoted>(
  promoted: readonly P[],
  { uid, beta }: Asking,
): P | undefined {
  const topOf = (channel: Promoted['channel']) =>
    promoted.find((each) => each.channel === channel && isReached(uid, each))
  const stable = topOf('stable')
  const early = beta ? topOf('beta') : undefined
  if (!stable || !early) return stable ?? early
  return compareVersions(early.version, stable.version) > 0 ? early : stable
}
