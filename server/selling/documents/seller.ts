import type { Seller } from '#contract/platform/seller.ts'
import type { Sold } from './order.ts'

type Issued = {
  seller: Seller | null
  complete: boolean
  note: string | null
  /** The rates that staff set, if tax is charged by the table; otherwise null. */
  rates: string[] | null
  vatId: string | null
}

export const issuedWith = [
  'seller_name as name',
  'seller_address as address',
  'seller_contact as contact',
  'seller_number as number',
  'tax_mode',
  'tax_sentence',
  'tax_rates',
  'seller_vat_id',
] as const

/** Until the details are sufficient for an invoice, receipts are issued. */
export function sellerOf({ settings }: Pick<Sold, 'settings'>): Issued {
  const { tax_mode, tax_sentence, tax_rates, seller_vat_id, ...given } = settings
  return {
    seller: given.name ? given : null,
    complete: Boolean(given.name && given.address && given.number),
    note: tax_mode === 'small_business' ? tax_sentence : null,
    rates: tax_mode === 'table' ? tax_rates : null,
    vatId: seller_vat_id || null,
  }
}
