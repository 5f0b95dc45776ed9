import { loader } from '#contract/licensing/loader.ts'
import { loaderApi, loaderBase } from '#contract/licensing/loader-api.ts'
import { running } from '#server/access/subscriptions/running.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { isRefusal, Refusal } from '#server/kernel/http/errors.ts'
import { sharedSecret } from '#server/kernel/secrets/secrets.ts'
import { isSignature, signText } from '#server/kernel/secrets/signatures.ts'
import { clock } from '#server/kernel/time/clock.ts'
import type { LicensingShop } from '#server/licensing/licensing-shop.ts'
import { getDownload, noDownload } from '#server/licensing/loader/loader.ts'

/** How long a signed address is valid, in milliseconds. */
const lives = 300_000

/** The customer's copy of the loader, or a release of a module. Valid for five minutes. */
export async function signAddress({ db, config }: LicensingShop, userId: number, release?: number) {
  const until = clock.now() + lives
  const text = [userId, until, ...(release === undefined ? [] : [release])].join('.')
  const key = await sharedSecret(db, 'loader files')
  const api = config.apiUrl ?? `${config.siteUrl}/api`
  return `${api}${loaderBase}/files/${text}.${signText(key, text)}`
}

/** Refuses an address that has expired or that the shop did not sign. */
export async function getByToken(shop: LicensingShop, token: string) {
  const { db, config } = shop
  const form = /^((\d{1,15})\.(\d{1,16})(?:\.(\d{1,15}))?)\.([\w-]{43})$/
  const [, text, user, until, release, mac] = form.exec(token) ?? []
  if (!text || !mac) throw noDownload()
  const key = await sharedSecret(db, 'loader files')
  if (!isSignature(mac, key, text)) throw noDownload()
  if (Number(until) <= clock.now()) throw new Refusal(loaderApi.file.refusals.address_expired)
  const userId = Number(user)
  if (release) {
    const module = await getModule(db, userId, Number(release))
    return { ...module, userId, build: null, release: Number(release) }
  }
  try {
    return { ...(await getDownload(db, config, userId)), userId, release: null }
  } catch (error) {
    if (isRefusal(error, loader.request.refusals.no_subscription)) throw noDownload()
    throw error
  }
}

async function getModule(db: Database, userId: number, release: number) {
  const found = await db
    .selectFrom('loader_releases')
    .innerJoin('products', 'products.id', 'loader_releases.product_id')
    .innerJoin('subscriptions', 'subscriptions.product_id', 'products.id')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .select(['storage_key as key', 'size', 'sha256', 'version', 'slug'])
    .where('loader_releases.id', '=', release)
    .where('users.id', '=', userId)
    .where('banned', '=', false)
    .where('deleted_at', 'is', null)
    .where(running)
    .limit(1)
    .executeTakeFirst()
  if (!found) throw noDownload()
  return { ...found, fileName: `${found.slug}-${found.version}.bin` }
}
