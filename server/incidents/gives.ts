import { createHash } from 'node:crypto'
import { incidentRefusals } from '#contract/staff-incidents.ts'
import { countCredits } from '#server/credits/count.ts'
import { type Down, readStill } from '#server/credits/downtime.ts'
import type { Ended } from '#server/credits/stills.ts'
import type { Database, Tx } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { rehearse } from '#server/kernel/rehearse.ts'
import { listNames } from '#server/products/names.ts'

/** What an act has given to those whose time stood still, and what is to be credited by a batch. */
export type Gives = {
  /** Products whose time goes on, and what each of their runs gets by. */
  ended: number[]
  downs: Down[]
  /** Products that a batch is drafted of. */
  drafted: number[]
}

export async function readGives(tx: Tx, ended: readonly Ended[]): Promise<Gives> {
  const downs: Down[] = []
  for (const { id } of ended) downs.push(...(await readStill(tx, id)))
  return { ended: ended.map(({ product }) => product), downs, drafted: [] }
}

/**
 * What an act would give: it is done and taken back, and counted after that, so that nobody waits for a
 * shop with many runs. Refuses what the act would refuse.
 */
export async function previewGives(db: Database, act: (tx: Tx) => Promise<Gives>) {
  const { gives, goes_on, drafted } = await rehearse(db, async (tx) => {
    const gives = await act(tx)
    const goes_on = await listNames(tx, gives.ended)
    return { gives, goes_on, drafted: await listNames(tx, gives.drafted) }
  })
  return { ...(await countCredits(db, gives.downs)), seen: nameOf(gives), goes_on, drafted }
}

/** Throws `effects_changed` when it gives something else than what was seen. */
export function requireSeen(gives: Gives, seen: string | undefined) {
  if (seen !== undefined && seen !== nameOf(gives))
    throw new Refusal(incidentRefusals.effects_changed)
}

/** The same as long as it is the same products by the same rules. Its end may move with the clock. */
function nameOf({ ended, downs, drafted }: Gives) {
  const given = downs.map(({ product, percent, rounding, during }) =>
    [product, percent, rounding, during[0]!.from].join(),
  )
  const all = [[...ended].sort(), given.sort(), [...drafted].sort()]
  return createHash('sha256').update(JSON.stringify(all)).digest('hex')
}
