import type { Verdict } from '#contract/licensing/staff-traces.ts'
import type { Scanned } from './scan.ts'

export type Named = { build: string; tail: boolean; slots: number }
export type Judged = { verdict: Verdict; named: Named[]; errorBelow: number | null }

/** Number of digits of the probability that 32 bytes are the mark of a build by chance. */
const markDigits = 77

/** Certain only if the shop signed every byte: a block may have been taken from another copy. */
export function judge({ size, whole, blocks, marks }: Scanned, isRelease: boolean): Judged {
  const name = (build: string): Named => ({
    build,
    tail: blocks.has(build) || whole?.build === build,
    slots: marks.get(build)?.size ?? 0,
  })
  if (whole) return { verdict: 'certain', named: [name(whole.build)], errorBelow: null }

  /** n if less than 1 of 10^n files names the build by chance. Null if only a block names it. */
  const digitsOf = ({ slots }: Named) =>
    // A chance match is possible at every byte of the file.
    slots > 0 ? slots * Math.floor(markDigits - Math.log10(size + 1)) : null
  const builds = new Set([...marks.keys(), ...blocks.keys()])
  const named = [...builds].map(name)
  named.sort((one, other) => (digitsOf(other) ?? -1) - (digitsOf(one) ?? -1))
  const [first] = named
  if (!first) return { verdict: isRelease ? 'release' : 'unknown', named, errorBelow: null }
  const digits = named.map(digitsOf)
  // As certain as the least certain of the named builds.
  const errorBelow = digits.includes(null) ? null : Math.min(...(digits as number[]))
  if (named.length > 1) return { verdict: 'mixed', named, errorBelow }
  return { verdict: errorBelow === null ? 'changed' : 'strong', named, errorBelow }
}
