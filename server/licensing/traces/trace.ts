import type { Verdict } from '#contract/licensing/staff-traces.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { isDatabaseTrouble } from '#server/kernel/database/database-trouble.ts'
import { concludeFile, dropFile, findKept, keepFile } from '#server/licensing/evidence/keep.ts'
import type { LicensingShop } from '#server/licensing/licensing-shop.ts'
import type { Stamp } from '#server/licensing/loader/stamp.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { findTracedCustomer } from './customer.ts'
import { judge, type Named } from './judge.ts'
import { readPlaces } from './places.ts'
import { scan } from './scan.ts'

/** In a file made of pieces of a hundred copies, none is more likely than the others. */
const mostCopies = 5

type Keys = Pick<LicensingShop, 'loaderKeys' | 'markKey'>

/** Reads the file once, stores nothing of it, and logs the request. */
export async function traceFile(
  db: Database,
  keys: Keys,
  staff: Staff,
  file: AsyncIterable<Buffer>,
) {
  return answer(db, staff, await readFile(db, keys, file))
}

/** Stores the file as evidence, then traces it. Deletes it again if the trace fails. */
export async function traceAndKeep(
  db: Database,
  storage: Storage,
  keys: Keys,
  staff: Staff,
  given: { name: string; file: AsyncIterable<Buffer> },
) {
  const kept = await keepFile(db, storage, staff, given)
  try {
    const stored = await storage.get(kept.key)
    const traced = await answer(db, staff, await readFile(db, keys, stored!.stream))
    const { sha256, size, verdict } = traced
    const copies = traced.copies.map(({ build, customer }) => ({
      build,
      user: customer?.uid ?? null,
    }))
    const finding = { sha256: sha256!, size: size!, verdict, copies }
    return { ...traced, evidence: await concludeFile(db, storage, staff, kept, finding) }
  } catch (error) {
    // If the database is unreachable, a nightly job deletes the file.
    if (!isDatabaseTrouble(error)) await dropFile(db, storage, kept)
    throw error
  }
}

async function readFile(
  db: Database,
  { loaderKeys: keys, markKey }: Keys,
  file: AsyncIterable<Buffer>,
) {
  const places = await readPlaces(db, markKey)
  const found = await scan(file, places, { keys, markKey })
  const { sha256, size, bodySha256, blocks, releases, unchecked } = found
  const release =
    (await findRelease(db, [sha256, bodySha256])) ?? (await findRelease(db, [...releases]))
  return { ...judge(found, release !== null), sha256, size, release, stamps: blocks, unchecked }
}

/** Does the same for a hash or the id of a build, without a file. */
export async function traceText(db: Database, staff: Staff, of: string) {
  const isHash = of.length === 64
  const build = await db
    .selectFrom('loader_builds')
    .select('id')
    .where(isHash ? 'sha256' : 'id', '=', of)
    .where('status', '=', 'ready')
    .executeTakeFirst()
  const release = isHash ? await findRelease(db, [of]) : null
  const verdict = build ? (isHash ? 'certain' : 'looked_up') : release ? 'release' : 'unknown'
  const named = build ? [{ build: build.id, tail: false, slots: 0 }] : []
  const about = { sha256: isHash ? of : null, size: null, release, errorBelow: null }
  return answer(db, staff, {
    ...{ verdict, named, ...about, stamps: new Map() },
    unchecked: { blocks: 0, slots: 0 },
  })
}

type Answer = {
  verdict: Verdict
  named: Named[]
  errorBelow: number | null
  sha256: string | null
  size: number | null
  release: Awaited<ReturnType<typeof findRelease>>
  stamps: Map<string, Stamp>
  unchecked: { blocks: number; slots: number }
}

async function answer(
  db: Database,
  staff: Staff,
  { verdict, named, errorBelow, sha256, size, release, stamps, unchecked }: Answer,
) {
  const copies = await Promise.all(
    named.slice(0, mostCopies).map((one) => tell(db, one, stamps.get(one.build))),
  )
  const builds = copies.map(({ build }) => build)
  await transaction(db, (tx) =>
    record(tx, 'copy.traced', { staff, data: { verdict, sha256, size, builds } }),
  )
  const more = named.length - copies.length
  return {
    ...{ verdict, sha256, size, release, error_below: errorBelow, copies, more },
    ...{ unchecked, evidence: sha256 === null ? null : await findKept(db, sha256) },
  }
}

/** Uses the row of the build, otherwise its block, otherwise its downloads. */
async function tell(db: Database, { build, tail, slots }: Named, stamp: Stamp | undefined) {
  const row = await db
    .selectFrom('loader_builds')
    .innerJoin('loader_releases', 'loader_releases.id', 'release_id')
    .select(['user_id', 'version', 'requested_at', 'slots', 'signed'])
    .where('loader_builds.id', '=', build)
    .executeTakeFirst()
  const userId = row?.user_id ?? stamp?.uid ?? (await findDownloader(db, build))
  return {
    build,
    tail,
    slots,
    of_slots: Math.max(row && !row.signed ? row.slots.length : 0, slots),
    version: row?.version ?? stamp?.version ?? null,
    issued_at: row?.requested_at ?? (stamp ? new Date(stamp.issued_at) : null),
    customer: userId === undefined ? null : await findTracedCustomer(db, userId, build),
  }
}

async function findDownloader(db: Database, build: string) {
  const found = await db
    .selectFrom('downloads')
    .select('user_id')
    .where('build_id', '=', build)
    .limit(1)
    .executeTakeFirst()
  return found?.user_id
}

async function findRelease(db: Database, by: readonly (string | number)[]) {
  if (by.length === 0) return null
  const found = await db
    .selectFrom('loader_releases')
    .leftJoin('products', 'products.id', 'product_id')
    .select(['loader_releases.id', 'version', 'products.name as product', 'slots', 'signed'])
    .$if(typeof by[0] === 'string', (query) =>
      query.where('loader_releases.sha256', 'in', by as string[]),
    )
    .$if(typeof by[0] === 'number', (query) =>
      query.where('loader_releases.id', 'in', by as number[]),
    )
    .orderBy('loader_releases.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ? { ...found, slots: found.signed ? 0 : found.slots.length } : null
}
