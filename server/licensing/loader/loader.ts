import { sql } from 'kysely'
import { loader as contract } from '#contract/licensing/loader.ts'
import type { Returned } from '#contract/wire/endpoint.ts'
import { running } from '#server/access/subscriptions/running.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { enqueue } from '#server/kernel/jobs/jobs.ts'
import { FilesTrouble } from '#server/kernel/network/files-trouble.ts'
import { offeredLoader } from '#server/licensing/releases/promoted.ts'
import { ofRow, stateOf } from '#server/licensing/revocations/standing.ts'
import { writeLog } from '#server/platform/logs/log.ts'
import { buildLoader } from './jobs.ts'

type LoaderStatus = Returned<typeof contract.request>

export type Shopfront = { shopName: string; apiUrl: string | null }

/** The customer's loader; null if none was requested. */
export async function findLoader(
  db: Database,
  shopfront: Shopfront,
  userId: number,
): Promise<LoaderStatus | null> {
  const build = await latestBuild(db, userId)
  if (!build) return null
  const withdrawn = build.state !== null
  const ready = build.status === 'ready' && !withdrawn
  const offered = await offeredLoader(db, userId)
  return {
    binary: ready ? `${shopfront.apiUrl ?? '/api'}/loader/?download=1` : null,
    version: build.version,
    status: build.status,
    file_name: fileName(shopfront.shopName, build.version),
    size: build.size,
    requested_at: build.requested_at,
    withdrawn,
    outdated: offered !== undefined && offered.release !== build.release_id,
  }
}

/** A customer gets one copy per release, because comparing several would reveal the marks. */
export async function requestLoader(
  db: Database,
  storage: Storage,
  shopfront: Shopfront,
  userId: number,
): Promise<LoaderStatus> {
  await requireActiveSubscription(db, userId)
  const gone = await findGone(db, storage, userId)
  return transaction(db, async (tx) => {
    const release = await offeredLoader(tx, userId)
    if (!release) throw new Refusal(contract.request.refusals.no_release)
    const copy = await settledBuild(tx, userId)
    const isGood = copy?.status === 'ready' && copy.state === null && copy.id !== gone
    if (isGood && copy.release_id === release.release)
      return (await findLoader(tx, shopfront, userId))!
    const build = await tx
      .insertInto('loader_builds')
      .values({ user_id: userId, release_id: release.release })
      // The condition names the partial index, so it must be text and not a parameter.
      .onConflict((conflict) =>
        conflict.column('user_id').where(sql<boolean>`status = 'building'`).doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (build) {
      await enqueue(tx, buildLoader, { build: build.id }, { key: `loader ${build.id}` })
      const details = { build: build.id, version: release.version }
      await writeLog(tx, { source: 'loader', message: 'Build requested', details, userId })
    }
    return (await findLoader(tx, shopfront, userId))!
  })
}

async function findGone(db: Database, storage: Storage, userId: number) {
  const copy = await latestBuild(db, userId)
  if (copy?.status !== 'ready') return undefined
  const isThere = copy.storage_key && (await mayHave(storage, copy.storage_key))
  return isThere ? undefined : copy.id
}

/** Assumes that the file exists while storage is unavailable. */
async function mayHave(storage: Storage, key: string): Promise<boolean> {
  try {
    return (await storage.stat(key)) !== null
  } catch (error) {
    if (error instanceof FilesTrouble) return true
    throw error
  }
}

/** Locks a running build: if it became ready during this request, a second one would start. */
async function settledBuild(tx: Tx, userId: number) {
  await tx
    .selectFrom('loader_builds')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'building')
    .forUpdate()
    .execute()
  return latestBuild(tx, userId)
}

export async function getDownload(db: Database, { shopName }: Shopfront, userId: number) {
  await requireActiveSubscription(db, userId)
  const build = await latestBuild(db, userId)
  if (build?.status !== 'ready') throw noDownload()
  if (build.state) throw new Refusal(contract.status.refusals.withdrawn)
  return {
    key: build.storage_key!,
    size: build.size!,
    sha256: build.sha256!,
    fileName: fileName(shopName, build.version),
    build: build.id,
    version: build.version,
  }
}

export const noDownload = () => new Refusal(contract.status.refusals.no_loader)

/** Customers can find the loader among their downloads, and distinguish older versions. */
const fileName = (shopName: string, version: string) =>
  // Without characters that Windows does not allow in file names.
  `${shopName}-${version}.exe`.replace(/[<>:"/\\|?*]/g, '-')

/** The running build, otherwise the good copy of the offered release, otherwise the last one. */
async function latestBuild(db: Database, userId: number) {
  const { release = null } = (await offeredLoader(db, userId)) ?? {}
  const isOffered = sql<boolean>`coalesce(
    release_id = ${release}::bigint and status = 'ready' and discarded_at is null, false)`
  return db
    .selectFrom('loader_builds')
    .innerJoin('loader_releases', 'loader_releases.id', 'release_id')
    .select([
      'loader_builds.id',
      'status',
      'version',
      'loader_builds.storage_key',
      'loader_builds.size',
      'loader_builds.sha256',
      'requested_at',
      'release_id',
    ])
    .select(stateOf(ofRow).as('state'))
    .where('user_id', '=', userId)
    .orderBy(sql`status = 'building'`, 'desc')
    .orderBy(sql`${isOffered} and ${stateOf(ofRow)} is null`, 'desc')
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

async function requireActiveSubscription(db: Database, userId: number): Promise<void> {
  const active = await db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'user_id')
    .select('subscriptions.id')
    .where('user_id', '=', userId)
    .where('banned', '=', false)
    .where('deleted_at', 'is', null)
    .where(running)
    .limit(1)
    .executeTakeFirst()
  if (!active) throw new Refusal(contract.request.refusals.no_subscription)
}
