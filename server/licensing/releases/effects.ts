import { sql } from 'kysely'
import type { staffReleases } from '#contract/licensing/staff-releases.ts'
import type { Parsed } from '#contract/wire/endpoint.ts'
import { running } from '#server/access/subscriptions/running.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { getRelease } from './list.ts'
import { offerOf, type Promoted } from './offer.ts'
import { listPromoted } from './promoted.ts'
import { isOlder } from './versions.ts'

type Release = Awaited<ReturnType<typeof getRelease>>
type Act = Parsed<typeof staffReleases.effects>['query']

const lot = 5000
const mostOthers = 5

/** Counts by the same rule that offers releases. */
export async function effectsOf(db: Database, id: number, act: Act) {
  const release = await getRelease(db, id)
  const product = release.product?.id ?? null
  const before = await listPromoted(db, product, { whole: true })
  const after = withAct(before, release, act)
  const counts = { customers: 0, before: 0, after: 0, too_old: 0 }
  const others = new Map<string | null, number>()
  for await (const customer of customersOf(db, product)) {
    const [had, gets] = [offerOf(before, customer), offerOf(after, customer)]
    if (release.channel === 'beta' && !customer.beta) continue
    counts.customers += 1
    if (had?.release === id) counts.before += 1
    if (gets?.release === id) {
      counts.after += 1
      const { minimum } = gets
      if (minimum && customer.loader && isOlder(customer.loader, minimum)) counts.too_old += 1
    } else {
      const version = gets?.version ?? null
      others.set(version, (others.get(version) ?? 0) + 1)
    }
  }
  const most = [...others].sort(([, a], [, b]) => b - a).slice(0, mostOthers)
  const over = before.find(({ channel }) => channel === release.channel)?.release ?? null
  return { over, ...counts, others: most.map(([version, customers]) => ({ version, customers })) }
}

export function withAct(
  before: readonly Promoted[],
  { id, version, minimum, channel, current }: Release,
  { act, percent }: Act,
): Promoted[] {
  const own = { release: id, version, minimum, channel, percent }
  if (act === 'roll_back') {
    const top = before.findIndex((each) => each.channel === channel)
    return before.filter((_, index) => index !== top)
  }
  // A release has one percentage, wherever it is in the stack.
  const same = before.map((each) => (each.release === id ? { ...each, percent } : each))
  return current ? same : [own, ...same]
}

type Customer = { uid: number; beta: boolean; loader: string | null }

/** Customers with time left for that product, or for any, and the version of their loader. */
async function* customersOf(db: Database, product: number | null): AsyncIterable<Customer> {
  for (let last = 0; ; ) {
    const { rows } = await sql<Customer>`
      select users.id as uid,
             exists (select from beta_testers where user_id = users.id) as beta,
             (select version from loader_builds
                join loader_releases on loader_releases.id = release_id
               where user_id = users.id and status = 'ready'
               order by requested_at desc limit 1) as loader
        from users
       where users.id > ${last} and not banned and deleted_at is null
         and exists (
           select from subscriptions
            where user_id = users.id and ${running}
              and (${product}::bigint is null or product_id = ${product}))
       order by users.id
       limit ${lot}`.execute(db)
    yield* rows
    if (rows.length < lot) return
    last = rows.at(-1)!.uid
  }
}
