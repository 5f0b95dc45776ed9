import type { Document } from '#contract/documents.ts'
import type { StoreSettings } from '#contract/settings.ts'
import { DocumentSheet } from '../../account/orders/document-sheet.tsx'
import { shopNow } from '../../clock.ts'
import { useConfig } from '../../config.ts'

type Fields = Pick<
  StoreSettings,
  | 'seller_name'
  | 'seller_address'
  | 'seller_contact'
  | 'seller_number'
  | 'tax_mode'
  | 'tax_sentence'
>

/** What the next document looks like with what is typed now. */
export function DocumentPreview({ fields }: { fields: Fields }) {
  const { shopName, siteUrl } = useConfig()
  const [name, address, contact, number] = [
    fields.seller_name.trim(),
    fields.seller_address.trim(),
    fields.seller_contact.trim(),
    fields.seller_number.trim(),
  ]
  const now = new Date(shopNow()).toISOString()
  const invoice = Boolean(name && address && number)
  const document: Document = {
    number: invoice ? 'INV-1' : 'REC-1',
    kind: invoice ? 'invoice' : 'receipt',
    issued_at: now,
    paid_at: now,
    order: '00000000-0000-4000-8000-000000000000',
    corrects: null,
    reason: null,
    test: false,
    currency: 'USD',
    shop: { name: shopName, url: siteUrl },
    seller: name ? { name, address, contact, number } : null,
    buyer: { username: 'customer', email: 'customer@example.com' },
    lines: [{ name: 'A game', detail: '3 Months', discount: null, amount: 53.97 }],
    taxes: [],
    net: 53.97,
    tax: 0,
    total: 53.97,
    note: fields.tax_mode === 'small_business' ? fields.tax_sentence : null,
    payment: 'Visa ••4242',
  }
  return (
    <details className="min-w-0">
      <summary className="cursor-pointer rounded-sm text-soft hover:text-ink">
        Preview of the next document
      </summary>
      <div className="mt-4">
        <DocumentSheet document={document} preview />
      </div>
    </details>
  )
}
