import { countryName } from '#contract/wire/countries.ts'
import type { Snapshot } from './read.ts'

type Parties = Pick<Snapshot, 'seller' | 'seller_vat_id' | 'shop' | 'buyer'>

export function partiesOf({ seller, seller_vat_id, shop, buyer }: Parties) {
  const { company } = buyer
  const from = seller
    ? [seller.name, ...seller.address.split('\n'), seller.contact, seller.number]
    : [shop.name, shop.url]
  if (
    seller_vat_id &&
    !from
      .join()
      .replace(/[\s.-]/g, '')
      .includes(seller_vat_id)
  )
    from.push(`VAT ID ${seller_vat_id}`)
  const to = [
    ...(company ? [company.name, ...company.address.split('\n')] : []),
    buyer.country && company ? countryName(buyer.country) : '',
    company?.vat_id ? `VAT ID ${company.vat_id}` : '',
    buyer.username,
    buyer.email,
    buyer.country && !company ? countryName(buyer.country) : '',
  ]
  return { from: from.filter(Boolean), to: to.filter(Boolean) }
}
