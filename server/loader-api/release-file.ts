import { createHmac, timingSafeEqual } from 'node:crypto'
import { loader } from '#contract/loader.ts'
import { loaderApi, loaderBase } from '#contract/loader-api.ts'
import { clock } from '#server/kernel/clock.ts'
import type { Database } from '#server/kernel/database.ts'
import { isRefusal, Refusal } from '#server/kernel/errors.ts'
import { sharedSecret } from '#server/kernel/secrets.ts'
import { getDownload, requestLoader } from '#server/loader/loader.ts'
import type { Shop } from '#server/shop/shop.ts'

/** For how long an address is good. */
const lives = 300_000

/** The customer's copy of the current release, which is begun when there is none. */
export async function findRelease(shop: Shop, userId: number) {
  const { db, config, settings } = shop
  const release = await db
    .selectFrom('loader_releases')
    .select(['id', 'version', 'notes'])
    .where('current', '=', true)
    .executeTakeFirst()
  if (!release) return null
  const copy = await db
    .selectFrom('loader_builds')
    .select(['size', 'sha256'])
    .where('user_id', '=', userId)
    .where('release_id', '=', release.id)
    .where('status', '=', 'ready')
    .executeTakeFirst()
  if (!copy) await begin(shop, userId)
  const token = copy && (await downloadToken(db, userId, clock.now() + lives))
  const api = config.apiUrl ?? `${config.siteUrl}/api`
  return {
    version: release.version,
    channel: 'stable' as const,
    minimum: settings().loader_minimum || null,
    size: copy?.size ?? null,
    sha256: copy?.sha256 ?? null,
    address: token ? `${api}${loaderBase}/files/${token}` : null,
    notes: release.notes,
  }
}

async function begin({ db, config }: Shop, userId: number) {
  try {
    await requestLoader(db, config, userId)
  } catch (error) {
    if (!isRefusal(error, loader.request.refusals.no_release)) throw error
  }
}

const macOf = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

async function downloadToken(db: Database, userId: number, until: number) {
  const text = `${userId}.${until}`
  const key = await sharedSecret(db, 'loader files')
  return `${text}.${macOf(key, text).toString('base64url')}`
}

/** The file behind a signed address. Refuses an address that has expired or that the shop did not sign. */
export async function getByToken({ db, config }: Shop, token: string) {
  const { refusals } = loaderApi.file
  const [, userId, until, mac] = /^(\d{1,15})\.(\d{1,16})\.([\w-]{43})$/.exec(token) ?? []
  if (!userId || !until || !mac) throw new Refusal(refusals.no_loader)
  const key = await sharedSecret(db, 'loader files')
  const genuine = timingSafeEqual(macOf(key, `${userId}.${until}`), Buffer.from(mac, 'base64url'))
  if (!genuine) throw new Refusal(refusals.no_loader)
  if (Number(until) <= clock.now()) throw new Refusal(refusals.address_expired)
  try {
    return { ...(await getDownload(db, config, Number(userId))), userId: Number(userId) }
  } catch (error) {
    // The subscription has ended meanwhile.
    if (isRefusal(error, loader.request.refusals.no_subscription))
      throw new Refusal(refusals.no_loader)
    throw error
  }
}
