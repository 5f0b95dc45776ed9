import * as z from 'zod'
import { country } from '#contract/wire/countries.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { line, lines } from '#contract/wire/text.ts'
import { done, money, timestamp } from '#contract/wire/wire.ts'

/** For an order that requires the customer's country. */
export const taxRefusals = refusals({ country_required: [422, 'Please choose your country'] })

export const vatIdRefusals = refusals({
  vat_id_form: [422, 'This is not a valid VAT ID of {country}. Check it, or leave it empty.'],
})

const companyRefusals = refusals({
  country_first: [409, 'Please choose your country first'],
  vat_id_unknown: [
    422,
    'VIES, the EU’s register, does not know this VAT ID. Check it, or leave it empty and pay with tax.',
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
  name: line(120, 'Enter the company’s name'),
  address: z
    .string()
    .trim()
    .min(1, 'Enter the company’s address')
    .max(400, 'At most 400 characters')
    .meta({ description: 'May have several lines' }),
  vat_id: z.string().trim().max(40, 'At most 40 characters').meta({
    description: 'With or without the country prefix; empty if there is none',
    example: 'DE136695976',
  }),
})

/** The company that a customer buys for. */
export const company = z
  .object({
    ...companyFields.shape,
    tax: z
      .enum(companyTaxes)
      .meta({ description: 'Whether tax is charged, as far as is known now' }),
  })
  .meta({ id: 'Company' })
export type Company = z.input<typeof company>

/** The tax included in a cart's total. */
export const quotedTax = z
  .object({
    country: country
      .nullable()
      .meta({ description: 'Country that the customer chose; null: ask for it' }),
    rate: z.number().nullable().meta({ description: 'In percent; null if no tax is charged' }),
    amount: money.meta({ description: 'Tax included in the total' }),
    company: company.nullable().meta({ description: 'Company that the customer buys for, if any' }),
  })
  .meta({ id: 'QuotedTax' })

/** Whether the two pieces of evidence for a customer's country agree. */
export const evidences = ['agrees', 'disagrees', 'one', 'none'] as const

export const orderTax = z
  .object({
    country: country
      .nullable()
      .meta({ description: 'Country that the customer chose; its tax applies' }),
    card_country: z
      .string()
      .nullable()
      .meta({ description: 'Country according to the payment provider' }),
    evidence: z.enum(evidences).meta({ description: '`one`: there is nothing to compare it with' }),
    company: z
      .object({
        ...company.shape,
        asked_at: timestamp.nullable().meta({ description: 'Time of the last VIES query' }),
        answered_at: timestamp.nullable().meta({ description: 'Time of the VIES response' }),
        consultation: z
          .string()
          .nullable()
          .meta({ description: 'Consultation number from VIES, as evidence' }),
        error: z.string().nullable().meta({ description: 'Why VIES has not responded' }),
      })
      .nullable()
      .meta({ description: 'Company that it was bought for' }),
  })
  .meta({ id: 'OrderTax' })
export type OrderTax = z.input<typeof orderTax>

export const taxes = {
  chooseCountry: endpoint({
    method: 'PUT',
    path: '/user/tax-country',
    who: 'user',
    summary: 'Set my country for tax',
    description:
      'Saved for later orders and set on my unpaid card order. Only needed if `quote.tax` is not null.',
    limit: { max: 60, seconds: 300, by: 'user' },
    body: z.object({ country }),
    result: z.object({ country }),
  }),
  saveCompany: endpoint({
    method: 'PUT',
    path: '/user/company',
    who: 'user',
    summary: 'Set the company that I buy for',
    description:
      'Saved for later orders and set on my unpaid card order. VAT IDs of other EU member states are checked with VIES. If VIES is unavailable, the ID is accepted and checked later.',
    limit: { max: 20, seconds: 300, by: 'user' },
    body: companyFields.extend({
      address: lines(400, 10, 'Enter the company’s address').meta({
        description: 'May have several lines',
      }),
    }),
    result: company,
    refusals: { ...companyRefusals, ...vatIdRefusals },
  }),
  removeCompany: endpoint({
    method: 'DELETE',
    path: '/user/company',
    who: 'user',
    summary: 'Remove the company that I buy for',
    description: 'Removes the company from later orders and from my unpaid card order.',
    limit: { max: 60, seconds: 300, by: 'user' },
    result: done,
  }),
}
