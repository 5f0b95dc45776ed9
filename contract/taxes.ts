import * as z from 'zod'
import { country } from './countries.ts'
import { endpoint } from './endpoint.ts'
import { refusals } from './refusals.ts'
import { money } from './wire.ts'

/** Of an order that is placed while the customer's country is asked for. */
export const taxRefusals = refusals({ country_required: [422, 'Please choose your country'] })

/** What tax a cart's total has in it. */
export const quotedTax = z
  .object({
    country: country.nullable().meta({ description: 'As the customer chose it; null: ask them' }),
    rate: z.number().nullable().meta({ description: 'In percent; null where none is charged' }),
    amount: money.meta({ description: 'Of the total, which includes it' }),
  })
  .meta({ id: 'QuotedTax' })

/** Whether what is known of a customer's country is the same from both sides. */
export const evidences = ['agrees', 'disagrees', 'one', 'none'] as const

export const orderTax = z
  .object({
    country: country.nullable().meta({ description: 'As the customer chose it: its tax counts' }),
    card_country: z.string().nullable().meta({ description: 'As the provider tells it' }),
    evidence: z.enum(evidences).meta({ description: '`one`: nothing to compare it with' }),
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
}
