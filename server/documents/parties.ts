import { countryName } from '#contract/countries.ts'
import type { Snapshot } from './insert.ts'

/** Who sold and who bought, line by line. */
export function partiesOf({ seller, shop, buyer }: Pick<Snapshot, 'seller' | 'shop' | 'buyer'>) {
  const from = seller
    ? [seller.name, ...seller.address.split('\n'), seller.contact, seller.number]
    : [shop.name, shop.url]
  const to = [buyer.username, buyer.email, buyer.country ? countryName(buyer.country) : '']
  return { from: from.filter(Boolean), to: to.filter(Boolean) }
}
