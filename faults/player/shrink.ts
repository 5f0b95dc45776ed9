import { play, type Sequence } from './play.ts'

/** Removes steps that a sequence does not need to gain something. */
export async function shrink(sequence: Sequence): Promise<Sequence> {
  const count = countSteps(sequence)
  if (count === 0) return sequence
  const candidates = shorterThan(sequence, count)
  const { outcomes } = await play(candidates)
  const gaining = candidates.filter((_, at) => outcomes[at]!.cents > 0)
  const [shortest] = gaining.sort((a, b) => countSteps(a) - countSteps(b))
  return shortest ? shrink(shortest) : sequence
}

/** Candidates without each half of the steps, without each quarter, and so on down to single steps. */
function shorterThan(sequence: Sequence, count: number): Sequence[] {
  const candidates: Sequence[] = []
  for (let size = Math.ceil(count / 2); ; size = Math.ceil(size / 2)) {
    for (let from = 0; from < count; from += size)
      candidates.push(withoutSteps(sequence, from, from + size))
    if (size === 1) return candidates
  }
}

function withoutSteps(sequence: Sequence, from: number, to: number): Sequence {
  let at = 0
  return sequence.map((round) => {
    const steps = round.steps.filter(() => {
      const isOutside = at < from || at >= to
      at += 1
      return isOutside
    })
    return { ...round, steps }
  })
}

const countSteps = (sequence: Sequence) =>
  sequence.reduce((count, { steps }) => count + steps.length, 0)
