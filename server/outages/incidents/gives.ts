import { createHash } from 'node:crypto'
import { incidentRefusals } from '#contract/outages/staff-incidents.ts'
import { listNames } from '#server/catalogue/products/names.ts'
import type { Database, Tx } from '#server/kernel/database/database.ts'
import { rehearse } from '#server/kernel/database/rehearse.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { countCredits } from '#server/outages/credits/count.ts'
import { type Down, readStill } from '#server/outages/credits/downtime.ts'
import type { Ended } from '#server/outages/credits/stills.ts'

/** Credits already given to customers with frozen time, and those that a batch is to give. */
export type Gives = {
  /** Products that are no longer frozen. `downs` say how their credits are calculated. */
  ended: number[]
  downs: Down[]
  /** Products for which a credit batch is drafted. */
  drafted: number[]
}

export async function readGives(tx: Tx, ended: readonly Ended[]): Promise<Gives> {
  const downs: Down[] = []
  for (const { id } of ended) downs.push(...(await readStill(tx, id)))
  return { ended: ended.map(({ product }) => product), downs, drafted: [] }
}

/** Credits are counted after the rollback, so that a large shop holds no locks for it. */
export async function previewGives(db: Database, act: (tx: Tx) => Promise<Gives>) {
  const { gives, goes_on, drafted } = await rehearse(db, async (tx) => {
    const gives = await act(tx)
    const goes_on = await listNames(tx, gives.ended)
    return { gives, goes_on, drafted: await listNames(tx, gives.drafted) }
  })
  return { ...(await countCredits(db, gives.downs)), seen: nameOf(gives), goes_on, drafted }
}

/** Throws `effects_changed` if the credits differ from the preview. */
export function requireSeen(gives: Gives, seen: string | undefined) {
  if (seen !== undefined && seen !== nameOf(gives))
    throw new Refusal(incidentRefusals.effects_changed)
}

/** A fingerprint, equal while products and rules are the same. The end may move with the clock. */
function nameOf({ ended, downs, drafted }: Gives) {
  const given = downs.map(({ product, percent, rounding, during }) =>
    [product, percent, rounding, during[0]!.from].join(),
  )
  const all = [[...ended].sort(), given.sort(), [...drafted].sort()]
  return createHash('sha256').update(JSON.stringify(all)).digest('hex')
}
