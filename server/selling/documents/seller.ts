import type { Seller } from '#contract/platform/seller.ts'
import type { Database } from '#server/kernel/database/database.ts'

type Issued = {
  seller: Seller | null
  complete: boolean
  note: string | null
  /** The rates that staff set, if tax is charged by the table; otherwise null. */
  rates: string[] | null
  vatId: string | null
}

/** Until the details are sufficient for an invoice, receipts are issued. */
export async function readSeller(db: Database): Promise<Issued> {
  const { tax_mode, tax_sentence, tax_rates, seller_vat_id, ...given } = await db
    .selectFrom('settings')
    .select([
      'seller_name as name',
      'seller_address as address',
      'seller_contact as contact',
      'seller_number as number',
      'tax_mode',
      'tax_sentence',
      'tax_rates',
      'seller_vat_id',
    ])
    .executeTakeFirstOrThrow()
  return {
    seller: given.name ? given : null,
    complete: Boolean(given.name && given.address && given.number),
    note: tax_mode === 'small_business' ? tax_sentence : null,
    rates: tax_mode === 'table' ? tax_rates : null,
    vatId: seller_vat_id || null,
  }
}
