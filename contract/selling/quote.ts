import * as z from 'zod'
import { discountCode } from '#contract/catalogue/discounts.ts'
import { quotedTax } from '#contract/platform/taxes.ts'
import { mostItems, planOf } from '#contract/wire/terms.ts'
import { id, money, months, plan, term, timestamp } from '#contract/wire/wire.ts'

const checkoutItem = z
  .object({
    id: id.meta({ description: 'Product ID' }),
    term_length: months.optional(),
    plan: plan.optional().meta({ description: 'Any other term than 1, 3, 6 or 12 months' }),
    discount: z
      .union([z.literal('').transform(() => undefined), discountCode])
      .nullish()
      .transform((code) => code ?? undefined)
      .meta({ description: 'Discount code for this item', example: 'WELCOME10' }),
    renew: z.boolean().optional().meta({
      description:
        'Renew automatically by card at the end of the term; default: the store’s setting',
    }),
    replace_renewal: z.boolean().optional().meta({
      description:
        'Replace the product’s existing renewal with this term and price; otherwise the existing one continues unchanged',
    }),
  })
  .refine(({ term_length, plan }) => (term_length === undefined) !== (plan === undefined), {
    path: ['term_length'],
    message: 'Enter the months or another plan',
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
  .max(mostItems, 'You can buy at most 20 items at once')
  .refine((items) => new Set(items.map((item) => item.id)).size === items.length, {
    message: 'Each game can only be in an order once',
  })

export const quotedRenewal = z.object({
  price: money.meta({ description: 'For each charge, without sale and discount code' }),
  discount: z
    .object({ price: money, charges: z.int() })
    .nullable()
    .meta({ description: 'Discounted price of the first charges, and their number' }),
  charge_at: timestamp.meta({
    description: 'Date of the first charge if the item is bought now',
  }),
  on: z.boolean().meta({
    description:
      'Whether it renews: as requested, or the store’s default, or off if the customer has stopped the renewal',
  }),
  goes_on: z.boolean().meta({
    description: 'The product already renews this way and continues to, whatever is requested here',
  }),
  running: z
    .object({
      ...term,
      price: money,
      stopped: z
        .boolean()
        .meta({ description: 'The customer has stopped it; it can be turned on again' }),
    })
    .nullable()
    .meta({
      description:
        'The product’s existing renewal with a different term or price: ask whether to replace it',
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
        name: z.string().nullable().meta({ description: 'Null if the product does not exist' }),
        ...term,
        plans: z
          .array(z.object({ ...term, price: money }))
          .meta({ description: 'Plans that the product is sold for' }),
        list_price: money.meta({ description: 'Price of the term before sale and discount' }),
        sale: money.meta({ description: 'Reduction from a sale' }),
        discount: z.object({ code: z.string(), amount: money }).nullable(),
        price: money,
        problem: z
          .string()
          .nullable()
          .meta({ description: 'Why this item cannot be bought, as a sentence' }),
        discount_problem: z
          .string()
          .nullable()
          .meta({ description: 'Why its discount code does not apply, as a sentence' }),
        discount_problem_code: z
          .string()
          .nullable()
          .meta({ description: 'The same as a code', example: 'code_expired' }),
        renewal: quotedRenewal.nullable().meta({
          description:
            'Renewal that a card payment can start; null for a lifetime, an unavailable item, or a total of zero',
        }),
      }),
    ),
    total: money,
    tax: quotedTax.nullable().meta({ description: 'Null unless tax is charged by country' }),
  })
  .meta({ id: 'Quote' })
export type Quote = z.input<typeof quote>
