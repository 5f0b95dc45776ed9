import { type IncidentEffects, mostRehearsedRuns } from '#contract/outages/staff-incidents.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { shownName } from '#server/platform/users/shown-name.ts'
import type { Down } from './downtime.ts'
import { type Credit, findCredits, lostBy } from './find.ts'

const mostNamed = 5
const month = 2_592_000

type Counted = Pick<
  IncidentEffects,
  'people' | 'runs' | 'seconds' | 'worth' | 'left_out' | 'most' | 'whole'
>

/** Computes as a batch would, without storing anything. `worth` is in cents. */
export async function countCredits(db: Database, downs: readonly Down[]): Promise<Counted> {
  const people = new Set<number>()
  const left_out: Counted['left_out'] = {}
  const byProduct = new Map<number, number>()
  let most: Credit[] = []
  let [runs, looked, whole] = [0, 0, true]
  for (const down of downs)
    for await (const page of findCredits(db, lostBy(down))) {
      if (looked >= mostRehearsedRuns && page.looked > 0) whole = false
      if (!whole) break
      looked += page.looked
      for (const { why } of page.found) if (why) left_out[why] = (left_out[why] ?? 0) + 1
      const given = page.found.filter(({ why }) => why === null)
      runs += given.length
      for (const { run, seconds } of given) {
        people.add(run.user_id)
        byProduct.set(run.product_id, (byProduct.get(run.product_id) ?? 0) + seconds)
      }
      most = [...most, ...given].sort((a, b) => b.seconds - a.seconds).slice(0, mostNamed)
    }
  const seconds = [...byProduct.values()].reduce((sum, each) => sum + each, 0)
  const worth = await worthOf(db, byProduct)
  return { people: people.size, runs, seconds, worth, left_out, most: await named(db, most), whole }
}

/** Returns the value at the monthly price, in cents. */
async function worthOf(db: Database, byProduct: ReadonlyMap<number, number>) {
  if (byProduct.size === 0) return 0
  const products = await db
    .selectFrom('products')
    .select(['id', 'price_cents'])
    .where('id', 'in', [...byProduct.keys()])
    .execute()
  return Math.round(
    products.reduce(
      (sum, { id, price_cents }) => sum + (byProduct.get(id)! * price_cents) / month,
      0,
    ),
  )
}

async function named(db: Database, most: readonly Credit[]): Promise<Counted['most']> {
  if (most.length === 0) return []
  const runs = most.map(({ run }) => run.id)
  const rows = await db
    .selectFrom('subscriptions as run')
    .innerJoin('users', 'users.id', 'run.user_id')
    .innerJoin('products', 'products.id', 'run.product_id')
    .select(['run.id', 'run.user_id as uid', 'products.name as product'])
    .select(shownName().as('username'))
    .where('run.id', 'in', runs)
    .execute()
  return most.flatMap(({ run, seconds }) => {
    const row = rows.find(({ id }) => id === run.id)
    return row ? [{ uid: row.uid, username: row.username, product: row.product, seconds }] : []
  })
}
