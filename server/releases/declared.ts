import { type Pair, readAlternatives } from '#contract/alternatives.ts'
import { fileRefusals } from '#contract/staff-releases.ts'
import { Refusal } from '#server/kernel/errors.ts'

export const unusable = (why: string) => new Refusal(fileRefusals.alternatives, { values: { why } })

/** Returns the pairs that a text declares, or none if it is empty. Throws `alternatives`. */
export function pairsOf(text: string): readonly Pair[] {
  if (text === '') return []
  const read = readAlternatives(text)
  if ('fault' in read) throw unusable(read.fault)
  return read.pairs
}

/**
 * Reads the pairs that precede the file in the stream, and returns both. Throws `alternatives`
 * before the file has arrived.
 */
export async function readDeclared(bytes: AsyncIterable<Buffer>, length: number) {
  if (length === 0) return { pairs: [], bytes }
  const pieces = bytes[Symbol.asyncIterator]()
  let begin = Buffer.alloc(0)
  while (begin.length < length) {
    const { done, value } = await pieces.next()
    if (done) break
    begin = Buffer.concat([begin, value])
  }
  async function* file() {
    yield begin.subarray(length)
    yield* { [Symbol.asyncIterator]: () => pieces }
  }
  return { pairs: pairsOf(begin.toString('utf8', 0, length)), bytes: file() }
}
