import * as z from 'zod'

/** Minimum and maximum length of each string of a pair, in bytes. */
export const alternativeBytes = { least: 8, most: 64 }
export const mostAlternatives = 256
/** Maximum size of the declaration, in bytes. */
export const maxAlternativesText = 100_000

/** Two strings, in hex, that are interchangeable in a release, and how often `a` occurs in it. */
export type Pair = { a: string; b: string; times: number }

const two = z.tuple([z.string(), z.string()])
const times = z.int().min(1).max(64).default(1)
const declared = z.array(
  z.union([z.strictObject({ hex: two, times }), z.strictObject({ text: two, times })]),
)

const shape =
  'It is a list in JSON, as [{"text": ["Loading the game", "Loading our game"]}, {"hex": ["4889c8…", "488bc1…"], "times": 2}].'

/**
 * Parses the equivalent strings that an operator declared. If the text is invalid, returns a
 * sentence that explains the error.
 */
export function readAlternatives(text: string): { pairs: Pair[] } | { fault: string } {
  const list = declared.safeParse(json(text))
  if (!list.success) {
    const at = list.error.issues[0]?.path[0]
    return { fault: typeof at === 'number' ? `Pair ${at + 1} is none. ${shape}` : shape }
  }
  if (list.data.length === 0) return { fault: `There is no pair. ${shape}` }
  if (list.data.length > mostAlternatives)
    return {
      fault: `A release has at most ${mostAlternatives} pairs, and these are ${list.data.length}.`,
    }
  const pairs: Pair[] = []
  const seen = new Map<string, number>()
  for (const [index, one] of list.data.entries()) {
    const name = `Pair ${index + 1}`
    const [a, b] = 'hex' in one ? one.hex.map(fromHex) : one.text.map(hexOf)
    if (a == null || b == null)
      return { fault: `${name}: hex is pairs of the digits 0 to 9 and a to f.` }
    const fault = faultOf(a, b)
    if (fault) return { fault: `${name}: ${fault}` }
    for (const string of [a, b]) {
      if (seen.has(string)) return { fault: `${name} has a string of pair ${seen.get(string)}.` }
      seen.set(string, index + 1)
    }
    pairs.push({ a, b, times: one.times })
  }
  return { pairs }
}

function faultOf(a: string, b: string) {
  const { least, most } = alternativeBytes
  const [one, other] = [a.length / 2, b.length / 2]
  if (one !== other) return `its strings have ${one} and ${other} bytes, and must be equally long.`
  if (one < least || one > most)
    return `its strings have ${one} bytes, and can have ${least} to ${most}.`
  return a === b ? 'its strings are the same.' : undefined
}

function fromHex(text: string): string | null {
  const digits = text.replace(/\s/g, '').toLowerCase()
  return /^([0-9a-f]{2})*$/.test(digits) ? digits : null
}

const hexOf = (text: string) =>
  Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
