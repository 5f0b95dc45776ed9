import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { orderRefusals } from './orders.ts'
import { refusals } from './refusals.ts'
import { seller } from './seller.ts'
import { money, timestamp } from './wire.ts'

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
  .regex(/^[A-Z]{2,8}(-[A-Z]{2})?-[1-9]\d{0,9}$/, 'Must be the number of a document')
  .meta({ description: 'As it is written on the document', example: 'INV-12' })

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
      .meta({ description: 'In which its days are told', example: 'Europe/Berlin' }),
    corrects: documentNumber.nullable().meta({
      description:
        'What it takes back; of a receipt or an invoice, the credit note whose place it takes',
    }),
    reason: z.string().nullable().meta({ description: 'Why, of what takes something back' }),
    test: z.boolean().meta({ description: 'Made in test mode: no money was moved' }),
    currency: z.string().meta({ example: 'USD' }),
    shop: z.object({ name: z.string(), url: z.string() }),
    seller: seller.nullable().meta({ description: 'Null when nobody has said who sells' }),
    seller_vat_id: z.string().nullable().default(null),
    buyer: z.object({
      username: z.string(),
      email: z.string(),
      country: z
        .string()
        .nullable()
        .default(null)
        .meta({ description: 'Whose tax it is; null where nobody was asked', example: 'DE' }),
      company: z
        .object({ name: z.string(), address: z.string(), vat_id: z.string().nullable() })
        .nullable()
        .default(null)
        .meta({ description: 'Whom they bought it for, if not for themselves' }),
    }),
    lines: z.array(
      z.object({
        name: z.string(),
        detail: z.string().meta({ description: 'The plan, or what the amount is' }),
        discount: z.string().nullable().meta({ description: 'The code that was used' }),
        saved: money.default(0).meta({ description: 'The discount from the code or a sale' }),
        amount: money.meta({ description: 'With tax, if there is any' }),
      }),
    ),
    taxes: z
      .array(z.object({ rate: z.number(), net: money, tax: money }))
      .meta({ description: 'By rate, in percent, on the sum of its lines; empty without tax' }),
    net: money,
    tax: money,
    total: money,
    reverse_charge: z
      .object({
        confirmed_at: timestamp.meta({ description: 'When VIES confirmed the company’s VAT id' }),
        consultation: z.string().nullable().meta({ description: 'The number of that answer' }),
      })
      .nullable()
      .default(null)
      .meta({ description: 'No tax is charged, as the company owes it' }),
    note: z.string().nullable().meta({ description: 'What the law wants said about tax' }),
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
    summary: 'The receipt or invoice of an order, and what corrects it',
    description:
      'Oldest first, at most 200. One is made a moment after the payment has arrived; what cost nothing has none.',
    duringMaintenance: true,
    params: z.object({ id: z.uuid() }),
    result: z.array(document),
    refusals: orderRefusals,
  }),
  file: endpoint({
    method: 'GET',
    path: '/user/orders/{id}/documents/{number}',
    who: 'user',
    summary: 'A document of an order of mine as a PDF',
    description: 'Made of what `GET /user/orders/{id}/documents` answers.',
    duringMaintenance: true,
    limit: { max: 60, seconds: 60, by: 'user' },
    params: z.object({ id: z.uuid(), number: documentNumber }),
    result: z.string(),
    produces: 'application/pdf',
    refusals: documentRefusals,
  }),
}
