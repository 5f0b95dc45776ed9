import * as z from 'zod'
import { country } from './countries.ts'
import { endpoint } from './endpoint.ts'
import { refusals } from './refusals.ts'
import { line, lines } from './text.ts'
import { done, money, timestamp } from './wire.ts'

/** For an order that requires the customer's country. */
export const taxRefusals = refusals({ country_required: [422, 'Please choose your country'] })

export const vatIdRefusals = refusals({
  vat_id_form: [422, 'This is no VAT ID of {country}. Please check it, or leave it empty.'],
})

const companyRefusals = refusals({
  country_first: [409, 'Please choose your country first'],
  vat_id_unknown: [
    422,
    'VIES, the EU’s register, does not know this VAT ID. Please check it, or leave it empty: tax is charged then.',
  ],
})

/**
 * The tax that a company pays.
 * - `reverse_charge`: none, because VIES has confirmed its VAT id.
 * - `waiting`: the normal tax until VIES answers.
 * - `unknown`: the normal tax, because VIES does not know the id.
 * - `taxed`: the normal tax, because there is no VAT id, the company is in the seller's country, or
 * VIES does not cover its country.
 */
export const companyTaxes = ['reverse_charge', 'waiting', 'unknown', 'taxed'] as const

const companyFields = z.object({
  name: line(120, 'Enter the name of the company'),
  address: z
    .string()
    .trim()
    .min(1, 'Enter the address of the company')
    .max(400, 'At most 400 characters')
    .meta({ description: 'Of several lines' }),
  vat_id: z.string().trim().max(40, 'At most 40 characters').meta({
    description: 'With or without its country’s letters; empty: it has none',
    example: 'DE136695976',
  }),
})

/** The company that a customer buys for. */
export const company = z
  .object({
    ...companyFields.shape,
    tax: z.enum(companyTaxes).meta({ description: 'Whether tax is charged, as known by now' }),
  })
  .meta({ id: 'Company' })
export type Company = z.input<typeof company>

/** The tax included in a cart's total. */
export const quotedTax = z
  .object({
    country: country.nullable().meta({ description: 'As the customer chose it; null: ask them' }),
    rate: z.number().nullable().meta({ description: 'In percent; null where none is charged' }),
    amount: money.meta({ description: 'Of the total, which includes it' }),
    company: company
      .nullable()
      .meta({ description: 'Whom the customer buys for, if not themselves' }),
  })
  .meta({ id: 'QuotedTax' })

/** Whether the two pieces of evidence for a customer's country agree. */
export const evidences = ['agrees', 'disagrees', 'one', 'none'] as const

export const orderTax = z
  .object({
    country: country.nullable().meta({ description: 'As the customer chose it: its tax counts' }),
    card_country: z.string().nullable().meta({ description: 'As the provider tells it' }),
    evidence: z.enum(evidences).meta({ description: '`one`: nothing to compare it with' }),
    company: z
      .object({
        ...company.shape,
        asked_at: timestamp.nullable().meta({ description: 'When VIES was asked last' }),
        answered_at: timestamp.nullable().meta({ description: 'When VIES answered' }),
        consultation: z.string().nullable().meta({ description: 'Number of the answer: evidence' }),
        error: z.string().nullable().meta({ description: 'Why VIES has not answered' }),
      })
      .nullable()
      .meta({ description: 'The company that it was bought for' }),
  })
  .meta({ id: 'OrderTax' })
export type OrderTax = z.input<typeof orderTax>

export const taxes = {
  chooseCountry: endpoint({
    method: 'PUT',
    path: '/user/tax-country',
    who: 'user',
    summary: 'Say which country I live in, for tax',
    description:
      'Kept for the orders to come, and put on a card order of mine that is not paid yet. Asked for only where `quote.tax` is not null.',
    limit: { max: 60, seconds: 300, by: 'user' },
    body: z.object({ country }),
    result: z.object({ country }),
  }),
  saveCompany: endpoint({
    method: 'PUT',
    path: '/user/company',
    who: 'user',
    summary: 'Buy for a company',
    description:
      'Kept for the orders to come, and put on a card order of mine that is not paid yet. A VAT id of another member state is checked with VIES; one that VIES cannot be asked about now is taken, and asked about again.',
    limit: { max: 20, seconds: 300, by: 'user' },
    body: companyFields.extend({
      address: lines(400, 10, 'Enter the address of the company').meta({
        description: 'Of several lines',
      }),
    }),
    result: company,
    refusals: { ...companyRefusals, ...vatIdRefusals },
  }),
  removeCompany: endpoint({
    method: 'DELETE',
    path: '/user/company',
    who: 'user',
    summary: 'Buy for myself',
    description:
      'Forgets the company for the orders to come, and takes it off a card order of mine that is not paid yet.',
    limit: { max: 60, seconds: 300, by: 'user' },
    result: done,
  }),
}
