import { sql } from 'kysely'
import { loader } from '#contract/licensing/loader.ts'
import { isRefusal } from '#server/kernel/http/errors.ts'
import type { LicensingShop } from '#server/licensing/licensing-shop.ts'
import { requestLoader } from '#server/licensing/loader/loader.ts'
import type { Promoted } from '#server/licensing/releases/offer.ts'
import { ofRow, stateOf } from '#server/licensing/revocations/standing.ts'
import { signAddress } from './address.ts'
import { minimumFor, offersOf } from './decide.ts'
import type { Facts } from './facts.ts'

export async function findOffered(shop: LicensingShop, facts: Facts) {
  const { loader, module } = offersOf(facts)
  return {
    release: module ? await presentModule(shop, facts, module) : null,
    loader: loader ? await presentCopy(shop, facts, loader) : null,
  }
}

async function presentModule(shop: LicensingShop, { userId }: Facts, offered: Promoted) {
  const { release: id, version, channel, minimum } = offered
  const file = await fileOf(shop, id)
  const address = await signAddress(shop, userId, id)
  return { version, channel, minimum, ...file, address }
}

/** If the loader was withdrawn: the copy requested since, or null. Starts no build. */
export async function findNextCopy(shop: LicensingShop, facts: Facts) {
  const { loader } = offersOf(facts)
  if (!loader) return null
  const requested = await shop.db
    .selectFrom('loader_builds')
    .innerJoin('loader_releases', 'loader_releases.id', 'release_id')
    .select('loader_builds.id')
    .where('user_id', '=', facts.userId)
    .where('release_id', '=', loader.release)
    .where('status', 'in', ['building', 'ready'])
    .where('discarded_at', 'is', null)
    .where(stateOf(ofRow), 'is', null)
    .limit(1)
    .executeTakeFirst()
  return requested ? presentCopy(shop, facts, loader) : null
}

async function presentCopy(shop: LicensingShop, facts: Facts, offered: Promoted) {
  const { userId } = facts
  const { release: id, version, channel } = offered
  const { notes } = await fileOf(shop, id)
  const copy = await shop.db
    .selectFrom('loader_builds')
    .innerJoin('loader_releases', 'loader_releases.id', 'release_id')
    .select(['loader_builds.size', 'loader_builds.sha256'])
    .where('user_id', '=', userId)
    .where('release_id', '=', id)
    .where('status', '=', 'ready')
    .where('discarded_at', 'is', null)
    .where(stateOf(ofRow), 'is', null)
    .orderBy('requested_at', 'desc')
    .executeTakeFirst()
  if (!copy) await begin(shop, userId)
  return {
    version,
    channel,
    minimum: minimumFor(facts, shop.loaders.rules()) || null,
    size: copy?.size ?? null,
    sha256: copy?.sha256 ?? null,
    address: copy ? await signAddress(shop, userId) : null,
    notes,
  }
}

function fileOf({ db }: LicensingShop, id: number) {
  return db
    .selectFrom('loader_releases')
    .select(['size', 'sha256', 'notes'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Copies that a customer's loaders may start in ten minutes. The dashboard has the same limit. */
const mostBegun = 10

/** A copy that keeps failing must not be started again by every loader that checks for it. */
async function begin({ db, storage, config }: LicensingShop, userId: number) {
  const { begun } = await db
    .selectFrom('loader_builds')
    .select(({ fn }) => fn.countAll<number>().as('begun'))
    .where('user_id', '=', userId)
    .where('requested_at', '>', sql<Date>`now() - interval '10 minutes'`)
    .executeTakeFirstOrThrow()
  if (begun >= mostBegun) return
  try {
    await requestLoader(db, storage, config, userId)
  } catch (error) {
    if (!isRefusal(error, loader.request.refusals.no_release)) throw error
  }
}
