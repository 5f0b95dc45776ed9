import * as z from 'zod'
import { seller } from '#contract/platform/seller.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { money, timestamp } from '#contract/wire/wire.ts'
import { orderRefusals } from './orders.ts'

export const documentKinds = ['receipt', 'invoice', 'credit_note', 'cancellation'] as const
export const documentKind = z.enum(documentKinds)
export type DocumentKind = z.output<typeof documentKind>

/** The heading of each kind of document. */
export const documentTitles: Record<DocumentKind, string> = {
  receipt: 'Receipt',
  invoice: 'Invoice',
  credit_note: 'Credit note',
  cancellation: 'Cancellation of a credit note',
}

/** The number as printed on the document: `INV-12`, `TEST-CN-3`. */
export const documentNumber = z
  .string()
  .regex(/^[A-Z]{2,8}(-[A-Z]{2})?-[1-9]\d{0,9}$/, 'Must be a document number')
  .meta({ description: 'As written on the document', example: 'INV-12' })

/**
 * The content of a document at the time it was created. It is stored in this form, so a field that
 * is added later needs a default: older documents must still be readable.
 */
export const document = z
  .object({
    number: documentNumber,
    kind: documentKind,
    issued_at: timestamp,
    order: z.uuid(),
    paid_at: timestamp,
    time_zone: z
      .string()
      .default('UTC')
      .meta({ description: 'Time zone of the dates on the document', example: 'Europe/Berlin' }),
    corrects: documentNumber.nullable().meta({
      description:
        'Number of the document that this one cancels; on a receipt or invoice, the credit note that it replaces',
    }),
    reason: z.string().nullable().meta({ description: 'Reason for a credit note or cancellation' }),
    test: z.boolean().meta({ description: 'Created in test mode: no money moved' }),
    currency: z.string().meta({ example: 'USD' }),
    shop: z.object({ name: z.string(), url: z.string() }),
    seller: seller.nullable().meta({ description: 'Null if no seller is set' }),
    seller_vat_id: z.string().nullable().default(null),
    buyer: z.object({
      username: z.string(),
      email: z.string(),
      country: z.string().nullable().default(null).meta({
        description: 'Country whose tax applies; null if the customer was not asked',
        example: 'DE',
      }),
      company: z
        .object({ name: z.string(), address: z.string(), vat_id: z.string().nullable() })
        .nullable()
        .default(null)
        .meta({ description: 'Company that the customer bought for' }),
    }),
    lines: z.array(
      z.object({
        name: z.string(),
        detail: z.string().meta({ description: 'The plan, or what the amount is for' }),
        discount: z.string().nullable().meta({ description: 'Discount code that was used' }),
        saved: money.default(0).meta({ description: 'The discount from the code or a sale' }),
        amount: money.meta({ description: 'Including tax, if any' }),
      }),
    ),
    taxes: z
      .array(z.object({ rate: z.number(), net: money, tax: money }))
      .meta({ description: 'By rate in percent, on the sum of the lines; empty without tax' }),
    net: money,
    tax: money,
    total: money,
    reverse_charge: z
      .object({
        confirmed_at: timestamp.meta({ description: 'When VIES confirmed the company’s VAT ID' }),
        consultation: z.string().nullable().meta({ description: 'VIES consultation number' }),
      })
      .nullable()
      .default(null)
      .meta({ description: 'Reverse charge: the company owes the tax' }),
    note: z.string().nullable().meta({ description: 'Legally required tax note' }),
    payment: z.string().meta({ example: 'Visa ••4242' }),
  })
  .meta({ id: 'Document' })
export type Document = z.input<typeof document>

/** Whether the document records the sale itself, not a refund. */
export const isSaleKind = (kind: DocumentKind) => kind === 'receipt' || kind === 'invoice'

/**
 * The legally required note for sales where the company owes the tax. `day` formats a date. Null if
 * the note does not apply.
 */
export function reverseChargeText(
  { reverse_charge, buyer }: Pick<z.output<typeof document>, 'reverse_charge' | 'buyer'>,
  day: (at: Date) => string,
): string | null {
  if (!reverse_charge) return null
  const { confirmed_at, consultation } = reverse_charge
  const proof = consultation ? `, consultation number ${consultation}` : ''
  return `Reverse charge: the customer owes the VAT (Article 196 of Directive 2006/112/EC). VIES confirmed the VAT ID ${buyer.company?.vat_id ?? ''} on ${day(confirmed_at)}${proof}.`
}

/** A document as a row in the staff's list. */
export const documentLine = z
  .object({
    number: documentNumber,
    kind: documentKind,
    issued_at: timestamp,
    total: money,
    corrects: documentNumber.nullable(),
  })
  .meta({ id: 'DocumentLine' })
export type DocumentLine = z.input<typeof documentLine>

export const documentRefusals = refusals({ unknown_document: [404, 'Document not found'] })

export const documents = {
  list: endpoint({
    method: 'GET',
    path: '/user/orders/{id}/documents',
    who: 'user',
    summary: 'List the documents of an order',
    description:
      'Receipt or invoice and its corrections, oldest first, at most 200. Created shortly after the payment arrives; free orders have none.',
    duringMaintenance: true,
    params: z.object({ id: z.uuid() }),
    result: z.array(document),
    refusals: orderRefusals,
  }),
  file: endpoint({
    method: 'GET',
    path: '/user/orders/{id}/documents/{number}',
    who: 'user',
    summary: 'Download a document of my order as PDF',
    description: 'Contains the same data as `GET /user/orders/{id}/documents`.',
    duringMaintenance: true,
    limit: { max: 60, seconds: 60, by: 'user' },
    params: z.object({ id: z.uuid(), number: documentNumber }),
    result: z.string(),
    produces: 'application/pdf',
    refusals: documentRefusals,
  }),
}
