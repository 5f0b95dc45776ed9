import { play, type Sequence } from './play.ts'

/** Removes steps that a sequence does not need to gain something. */
export async function shrink(sequence: Sequence): Promise<Sequence> {
  const candidates = sequence.flatMap(({ steps }, round) =>
    steps.map((_, at) =>
      sequence.map((each, other) =>
        other === round ? { ...each, steps: each.steps.toSpliced(at, 1) } : each,
      ),
    ),
  )
  if (candidates.length === 0) return sequence
  const { outcomes } = await play(candidates)
  const shorter = candidates.find((_, at) => outcomes[at]!.cents > 0)
  return shorter ? shrink(shorter) : sequence
}
