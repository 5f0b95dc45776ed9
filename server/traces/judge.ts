import type { Verdict } from '#contract/staff-traces.ts'
import type { Agreement } from './agree.ts'
import type { Scanned } from './scan.ts'

export type Named = {
  build: string
  tail: boolean
  slots: number
  alternatives: { agree: number; of: number } | null
}
export type Judged = { verdict: Verdict; named: Named[]; errorBelow: number | null }

/** Digits of the chance that 32 bytes are the mark of a build by accident. */
const markDigits = 77

/**
 * What a file says of whose copy it was. Certain is only what the shop signed to the last byte; a
 * signed block on other bytes may have been taken from another copy.
 */
export function judge(
  { size, whole, blocks, marks }: Scanned,
  agreeing: readonly Agreement[],
  isRelease: boolean,
): Judged {
  const slotsOf = (build: string) => marks.get(build)?.size ?? 0
  const choices = new Map(agreeing.map((one) => [one.build, one]))
  const name = (build: string): Named => {
    const found = choices.get(build)
    return {
      build,
      tail: blocks.has(build) || whole?.build === build,
      slots: slotsOf(build),
      alternatives: found ? { agree: found.agree, of: found.of } : null,
    }
  }
  if (whole) return { verdict: 'certain', named: [name(whole.build)], errorBelow: null }

  /** n: less than 1 of 10^n files names it by chance; null when nothing but a block does. */
  const digitsOf = ({ build, slots }: Named) => {
    // A file has as many places for an accident as bytes.
    const bySlots = slots * Math.floor(markDigits - Math.log10(size + 1))
    const found = choices.get(build)
    return slots > 0 || found ? bySlots + (found?.digits ?? 0) : null
  }
  const builds = new Set([...marks.keys(), ...choices.keys(), ...blocks.keys()])
  const named = [...builds].map(name)
  named.sort((one, other) => (digitsOf(other) ?? -1) - (digitsOf(one) ?? -1))
  const [first] = named
  if (!first) return { verdict: isRelease ? 'release' : 'unknown', named, errorBelow: null }
  const digits = named.map(digitsOf)
  // As sure as the least sure of those who are named.
  const errorBelow = digits.includes(null) ? null : Math.min(...(digits as number[]))
  if (named.length > 1) return { verdict: 'mixed', named, errorBelow }
  return { verdict: errorBelow === null ? 'changed' : 'strong', named, errorBelow }
}
