import { sql } from 'kysely'
import { loader } from '#contract/loader.ts'
import { isRefusal } from '#server/kernel/errors.ts'
import { requestLoader } from '#server/loader/loader.ts'
import type { Promoted } from '#server/releases/offer.ts'
import { ofRow, stateOf } from '#server/revocations/standing.ts'
import type { Shop } from '#server/shop/shop.ts'
import { signAddress } from './address.ts'
import { minimumFor, offersOf } from './decide.ts'
import type { Facts } from './facts.ts'

/** The product's module, and the customer's copy of the loader, as both are offered to them now. */
export async function findOffered(shop: Shop, facts: Facts) {
  const { loader, module } = offersOf(facts)
  return {
    release: module ? await presentModule(shop, facts, module) : null,
    loader: loader ? await presentCopy(shop, facts, loader) : null,
  }
}

async function presentModule(shop: Shop, { userId }: Facts, offered: Promoted) {
  const { release: id, version, channel, minimum } = offered
  const file = await fileOf(shop, id)
  const address = await signAddress(shop, userId, id)
  return { version, channel, minimum, ...file, address }
}

/**
 * For a computer whose loader was withdrawn: the copy that the customer has requested since. Null
 * while they have not; nothing is begun for it.
 */
export async function findNextCopy(shop: Shop, facts: Facts) {
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

/** The copy is begun when there is none. */
async function presentCopy(shop: Shop, facts: Facts, offered: Promoted) {
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

function fileOf({ db }: Shop, id: number) {
  return db
    .selectFrom('loader_releases')
    .select(['size', 'sha256', 'notes'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Copies that a customer's loaders begin in ten minutes, as many as the dashboard lets the customer. */
const mostBegun = 10

/** One that fails again and again is not begun by each loader that asks whether it is there. */
async function begin({ db, storage, config }: Shop, userId: number) {
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
