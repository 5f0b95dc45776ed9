import * as z from 'zod'
import { discountCode } from './discounts.ts'
import { quotedTax } from './taxes.ts'
import { mostItems, planOf } from './terms.ts'
import { id, money, months, plan, term, timestamp } from './wire.ts'

const checkoutItem = z
  .object({
    id: id.meta({ description: 'Id of the product' }),
    term_length: months.optional(),
    plan: plan.optional().meta({ description: 'A term that is not 1, 3, 6 or 12 months' }),
    discount: z
      .union([z.literal('').transform(() => undefined), discountCode])
      .nullish()
      .transform((code) => code ?? undefined)
      .meta({ description: 'Discount code for this item', example: 'WELCOME10' }),
    renew: z.boolean().optional().meta({
      description:
        'Whether a card payment renews it at the end of the term; the store’s default when it is not said',
    }),
    replace_renewal: z.boolean().optional().meta({
      description:
        'Its term and price replace those of the renewal that the product has already; else that one goes on as it is',
    }),
  })
  .refine(({ term_length, plan }) => (term_length === undefined) !== (plan === undefined), {
    path: ['term_length'],
    message: 'Give the months, or another plan',
  })
  .transform(({ term_length, plan, ...item }) => ({ ...item, plan: plan ?? planOf(term_length!) }))
  .meta({ id: 'CheckoutItem' })

/**
 * The items that a customer wants to buy: at most 20 products, each once. Prices from the client
 * are never used.
 */
export const checkoutItems = z
  .array(checkoutItem)
  .min(1, 'Your cart is empty')
  .max(mostItems, 'At most 20 items can be bought at once')
  .refine((items) => new Set(items.map((item) => item.id)).size === items.length, {
    message: 'Each game can be in an order only once',
  })

export const quotedRenewal = z.object({
  price: money.meta({ description: 'Of each charge: without sale and discount code' }),
  discount: z
    .object({ price: money, charges: z.int() })
    .nullable()
    .meta({ description: 'What its code makes the first charges cost, and how many' }),
  charge_at: timestamp.meta({
    description: 'When the card would be charged first, if it were bought now',
  }),
  on: z.boolean().meta({
    description:
      'Whether it renews: as asked for, else the store’s default, and not where its customer has stopped that',
  }),
  goes_on: z.boolean().meta({
    description: 'The product renews so already, and goes on to, whatever is asked for here',
  }),
  running: z
    .object({
      ...term,
      price: money,
      stopped: z.boolean().meta({ description: 'Its customer has stopped it: it can go on' }),
    })
    .nullable()
    .meta({
      description:
        'The renewal that the product has already, of another term or price: ask whether to replace it',
    }),
})

/**
 * Whether a card is charged for the item later: because the customer chose renewal here, or because
 * it already renews.
 */
export function isChargedLater(
  renewal: Pick<z.output<typeof quotedRenewal>, 'on' | 'goes_on' | 'running'>,
): boolean {
  const { on, goes_on, running } = renewal
  return on || goes_on || (running !== null && !running.stopped)
}

export const quote = z
  .object({
    items: z.array(
      z.object({
        id,
        name: z.string().nullable().meta({ description: 'Null when there is no such product' }),
        ...term,
        plans: z
          .array(z.object({ ...term, price: money }))
          .meta({ description: 'The plans that the product is sold for' }),
        list_price: money.meta({ description: 'Price of the term before sale and discount code' }),
        sale: money.meta({ description: 'What a sale takes off' }),
        discount: z.object({ code: z.string(), amount: money }).nullable(),
        price: money,
        problem: z
          .string()
          .nullable()
          .meta({ description: 'Why this item cannot be bought, as a sentence' }),
        discount_problem: z
          .string()
          .nullable()
          .meta({ description: 'Why its discount code does not count, as a sentence' }),
        discount_problem_code: z
          .string()
          .nullable()
          .meta({ description: 'The same to branch on', example: 'code_expired' }),
        renewal: quotedRenewal.nullable().meta({
          description:
            'What a card payment may renew it for; null when it is for life, cannot be bought, or nothing is to pay',
        }),
      }),
    ),
    total: money,
    tax: quotedTax.nullable().meta({ description: 'Null unless tax is charged by the table' }),
  })
  .meta({ id: 'Quote' })
export type Quote = z.input<typeof quote>
