import type { Pair } from '#contract/alternatives.ts'
import { slotSize } from './slots.ts'
import { stringFinder } from './strings.ts'

/** A pair of a release, with its positions. Each copy has one of the two strings there. */
export type Alternative = { a: string; b: string; at: number[] }

/** A region that nothing else may overlap. */
type Region = { from: number; to: number; name: string }

/** Finds the pairs that an operator declared, in a file that is passed piece by piece. */
export function alternativeFinder(pairs: readonly Pair[]) {
  const places = pairs.map((): number[] => [])
  const others = new Map<number, number>()
  const strings = pairs.flatMap(({ a, b }) => [Buffer.from(a, 'hex'), Buffer.from(b, 'hex')])
  const finder = stringFinder(strings, (index, at) => {
    const pair = index >> 1
    if (index % 2 === 1) others.set(pair, (others.get(pair) ?? 0) + 1)
    // One match more than declared is enough to know that there are too many.
    else if (places[pair]!.length <= pairs[pair]!.times) places[pair]!.push(at)
  })
  return {
    see: finder.see,
    /**
     * Returns the alternatives with their positions, or a sentence that says which does not fit the
     * file.
     */
    end(taken: { headers: number; slots: readonly number[] }) {
      finder.end()
      const fault = countFault(pairs, places, others) ?? overlapFault(pairs, places, taken)
      if (fault) return { fault }
      return {
        alternatives: pairs.map(({ a, b }, pair): Alternative => ({ a, b, at: places[pair]! })),
      }
    },
  }
}

function countFault(
  pairs: readonly Pair[],
  places: readonly number[][],
  others: ReadonlyMap<number, number>,
) {
  for (const [pair, { times }] of pairs.entries()) {
    const { length } = places[pair]!
    if (length === 0) return `The first string of pair ${pair + 1} is not in the file.`
    if (length > times)
      return `The first string of pair ${pair + 1} is in the file more often than ${timesOf(times)}. Make it longer, or declare how often with "times".`
    if (length < times)
      return `The first string of pair ${pair + 1} is in the file ${timesOf(length)}, and ${timesOf(times)} is declared.`
    if (others.has(pair))
      return `The second string of pair ${pair + 1} is in the file too, so a copy could not be told by it.`
  }
  return undefined
}

const timesOf = (count: number) => (count === 1 ? 'once' : `${count} times`)

function overlapFault(
  pairs: readonly Pair[],
  places: readonly number[][],
  { headers, slots }: { headers: number; slots: readonly number[] },
) {
  const regions: Region[] = [
    { from: 0, to: headers, name: 'the headers of the program' },
    ...slots.map((at, slot) => ({ from: at, to: at + slotSize, name: `slot ${slot + 1}` })),
    ...pairs.flatMap(({ a }, pair) =>
      places[pair]!.map((at) => ({ from: at, to: at + a.length / 2, name: `pair ${pair + 1}` })),
    ),
  ].toSorted((one, other) => one.from - other.from)
  for (const [index, region] of regions.entries()) {
    const next = regions[index + 1]
    if (!next || next.from >= region.to) continue
    const [pair, other] = next.name.startsWith('pair') ? [next, region] : [region, next]
    return `${capital(pair.name)} overlaps ${pair.name === other.name ? 'itself' : other.name}, ${next.from.toLocaleString('en')} bytes into the file.`
  }
  return undefined
}

const capital = (text: string) => text.replace(/^./, (first) => first.toUpperCase())
