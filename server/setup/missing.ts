import type { MissingPart } from '#contract/setup.ts'
import { closedBy } from '#server/kernel/closed.ts'
import type { Shop } from '#server/shop/shop.ts'

/** What the shop could have and does not, in the order in which it keeps customers from buying. */
export async function listMissing(shop: Shop): Promise<MissingPart[]> {
  const { db, card, crypto, mail, discord } = shop
  const [product, release] = await Promise.all([
    db.selectFrom('products').select('id').where('disabled', '=', false).limit(1).execute(),
    db.selectFrom('loader_releases').select('id').where('current', '=', true).execute(),
  ])
  const there: Record<MissingPart, boolean> = {
    opening: closedBy(shop) !== 'not_open',
    product: product.length > 0,
    cards: card !== null,
    crypto: Object.values(crypto).some((provider) => provider !== null),
    mail: mail !== null,
    release: release.length > 0,
    discord: discord !== null,
  }
  return (Object.keys(there) as MissingPart[]).filter((part) => !there[part])
}
