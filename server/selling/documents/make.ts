import { rateAt } from '#contract/platform/tax-rates.ts'
import { shopCurrency } from '#contract/wire/currency.ts'
import { labelOf } from '#contract/wire/terms.ts'
import { isoDay } from '#contract/wire/time-zone.ts'
import type { Config } from '#server/kernel/config/config.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { violatedConstraint } from '#server/kernel/http/errors.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import { correct } from './correct.ts'
import { insertDocument, lockCreditNotes } from './insert.ts'
import {
  companyOf,
  lockSold,
  type Made,
  paidBy,
  readMade,
  reverseChargeOf,
  type Sold,
} from './order.ts'
import { sellerOf } from './seller.ts'
import { sumOf } from './taxes.ts'

export type Issuer = Pick<Config, 'shopName' | 'siteUrl' | 'timeZone'> & { test: boolean }

export const issuerOf = ({
  config,
  sandboxUrl,
}: Pick<PlatformShop, 'config' | 'sandboxUrl'>): Issuer => ({
  shopName: config.shopName,
  siteUrl: config.siteUrl,
  timeZone: config.timeZone,
  test: sandboxUrl !== null,
})

/**
 * The order need not be locked, because an index allows only one such document. Returns false if
 * the order may need other documents, which `documentOrder` creates.
 */
export async function documentNewSale(db: Database, issuer: Issuer, sold: Sold): Promise<boolean> {
  if (sold.documented || needsCorrections(sold)) return false
  try {
    await documentSale(db, issuer, sold)
    return true
  } catch (error) {
    if (violatedConstraint(error) !== 'documents_sale') throw error
    return false
  }
}

const needsCorrections = ({ refunds, dispute_lost_at }: Sold) =>
  refunds.length > 0 || dispute_lost_at !== null

/** Idempotent. Returns the id of the new document if VIES confirmed a company late. */
export function documentOrder(
  db: Database,
  issuer: Issuer,
  orderId: string,
  at?: Date,
): Promise<number | undefined> {
  return transaction(db, async (tx) => {
    const sold = await lockSold(tx, orderId)
    if (!sold) return undefined
    const made = await readMade(tx, orderId)
    if (made.length === 0) {
      if (needsCorrections(sold)) await lockCreditNotes(tx, issuer.test)
      made.push(await documentSale(tx, issuer, sold, at))
    }
    return correct(tx, sold, made, at)
  })
}

function documentSale(db: Database, issuer: Issuer, sold: Sold, at?: Date): Promise<Made> {
  const { shopName, siteUrl, timeZone, test } = issuer
  const { seller, complete, note, rates, vatId } = sellerOf(sold)
  // An order that was placed while no country was asked for has only the card's country.
  const country = rates && (sold.country ?? sold.payment?.card_country ?? null)
  const reverse_charge = rates && reverseChargeOf(sold)
  const rate = reverse_charge
    ? null
    : rates && rateAt(country, isoDay(sold.paid_at!, timeZone), rates)
  return insertDocument(db, {
    ...(at && { at }),
    kind: complete ? 'invoice' : 'receipt',
    order: sold.id,
    paid_at: sold.paid_at!,
    time_zone: timeZone,
    corrects: null,
    reason: null,
    test,
    currency: shopCurrency(),
    shop: { name: shopName, url: siteUrl },
    seller,
    seller_vat_id: vatId,
    buyer: { username: sold.username, email: sold.email, country, company: companyOf(sold) },
    lines: sold.items.map(({ name, plan, code, cents, saved }) => ({
      name,
      detail: labelOf(plan),
      discount: code,
      saved,
      amount: cents,
    })),
    ...sumOf(sold.total, rate),
    reverse_charge,
    note,
    payment: paidBy(sold),
  })
}
