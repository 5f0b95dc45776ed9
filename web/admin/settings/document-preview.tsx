import type { StoreSettings } from '#contract/platform/settings.ts'
import { rateAt, taxIn } from '#contract/platform/tax-rates.ts'
import type { Document } from '#contract/selling/documents.ts'
import { shopCurrency } from '#contract/wire/currency.ts'
import { isoDay } from '#contract/wire/time-zone.ts'
import { DocumentSheet } from '../../account/orders/document-sheet.tsx'
import { shopNow } from '../../clock.ts'
import { useConfig } from '../../config.ts'
import { DisclosureSummary } from '../../ui/disclosure-summary.tsx'
import { linesOf } from './fields.ts'

type Fields = Pick<
  StoreSettings,
  | 'seller_name'
  | 'seller_address'
  | 'seller_contact'
  | 'seller_number'
  | 'tax_mode'
  | 'tax_sentence'
> & {
  /** As typed, one rate per line. */
  tax_rates: string
}

/** A preview of the next document with the unsaved settings. */
export function DocumentPreview({ fields }: { fields: Fields }) {
  const { shopName, siteUrl, timeZone, sandbox } = useConfig()
  const test = sandbox !== null
  const [name, address, contact, number] = [
    fields.seller_name.trim(),
    fields.seller_address.trim(),
    fields.seller_contact.trim(),
    fields.seller_number.trim(),
  ]
  const now = new Date(shopNow())
  const invoice = Boolean(name && address && number)
  const cents = 5397
  const rate =
    fields.tax_mode === 'table'
      ? rateAt('DE', isoDay(now, timeZone), linesOf(fields.tax_rates))
      : null
  const tax = rate === null ? 0 : taxIn(cents, rate) / 100
  const net = (cents - Math.round(tax * 100)) / 100
  const document: Document = {
    number: `${test ? 'TEST' : invoice ? 'INV' : 'REC'}-1`,
    kind: invoice ? 'invoice' : 'receipt',
    issued_at: now.toISOString(),
    paid_at: now.toISOString(),
    time_zone: timeZone,
    order: '00000000-0000-4000-8000-000000000000',
    corrects: null,
    reason: null,
    test,
    currency: shopCurrency(),
    shop: { name: shopName, url: siteUrl },
    seller: name ? { name, address, contact, number } : null,
    buyer: {
      username: 'customer',
      email: 'customer@example.com',
      ...(fields.tax_mode === 'table' && { country: 'DE' }),
    },
    lines: [{ name: 'A game', detail: '3 Months', discount: null, amount: 53.97 }],
    taxes: rate === null ? [] : [{ rate, net, tax }],
    net,
    tax,
    total: 53.97,
    note: fields.tax_mode === 'small_business' ? fields.tax_sentence : null,
    payment: 'Visa ••4242',
  }
  return (
    <details className="min-w-0">
      <DisclosureSummary className="w-fit text-soft hover:text-ink">
        Preview of the next document
      </DisclosureSummary>
      <div className="mt-4">
        <DocumentSheet document={document} preview />
      </div>
    </details>
  )
}
