import type { Verdict } from '#contract/staff-traces.ts'
import type { Scanned } from './scan.ts'

export type Named = { build: string; tail: boolean; slots: number }
export type Judged = { verdict: Verdict; named: Named[]; errorBelow: number | null }

/** Digits of the chance that 32 bytes are the mark of a build by accident. */
const markDigits = 77

/**
 * What a file says of whose copy it was. Certain is only what the shop signed to the last byte; a
 * signed block on other bytes may have been taken from another copy.
 */
export function judge({ size, whole, blocks, marks }: Scanned, isRelease: boolean): Judged {
  if (whole) {
    const slots = marks.get(whole.build)?.size ?? 0
    return {
      verdict: 'certain',
      named: [{ build: whole.build, tail: true, slots }],
      errorBelow: null,
    }
  }
  const builds = new Set([...marks.keys(), ...blocks.keys()])
  const named = [...builds].map((build) => ({
    build,
    tail: blocks.has(build),
    slots: marks.get(build)?.size ?? 0,
  }))
  named.sort((one, other) => other.slots - one.slots)
  const [first] = named
  if (!first) return { verdict: isRelease ? 'release' : 'unknown', named, errorBelow: null }
  if (named.length > 1) return { verdict: 'mixed', named, errorBelow: null }
  if (first.slots === 0) return { verdict: 'changed', named, errorBelow: null }
  // A file has as many places for an accident as bytes.
  const errorBelow = first.slots * Math.floor(markDigits - Math.log10(size + 1))
  return { verdict: 'strong', named, errorBelow }
}
