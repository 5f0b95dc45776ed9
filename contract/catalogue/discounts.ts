import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { id, money, pathId, plan } from '#contract/wire/wire.ts'

/** As customers type it; stored in upper case. */
export const discountCode = z
  .string()
  .trim()
  .min(1, 'Enter a discount code')
  .max(40)
  .regex(/^[A-Za-z0-9_-]+$/, 'A code can only contain letters, digits, “-” and “_”')
  .transform((code) => code.toUpperCase())
  .meta({ example: 'WELCOME10' })

/** The kind of discount: 0 is a fixed amount, 1 is a percentage. */
export const discountType = z
  .union([z.literal(0), z.literal(1)])
  .meta({ description: '0: fixed amount, 1: percentage' })

/** Why a code cannot be used. */
export const discountRefusals = refusals({
  unknown_code: [404, 'This discount code does not exist'],
  code_for_other_product: [409, 'This code does not apply to {product}'],
  code_not_yet_valid: [409, 'This discount code is not valid yet'],
  code_expired: [409, 'This discount code has expired'],
  code_used_up: [409, 'This discount code has reached its usage limit'],
  code_used_by_you: [409, 'You have already used this discount code the maximum number of times'],
  code_first_order_only: [409, 'This discount code is only for your first order'],
  order_below_minimum: [409, 'This discount code requires an order of at least {minimum}'],
})

/** For attempts to guess codes one after the other. */
export const guessRefusals = refusals({
  too_many_codes_tried: [
    429,
    'Too many discount codes were tried. Please try again in {seconds} seconds.',
  ],
})

export const discounts = {
  check: endpoint({
    method: 'GET',
    path: '/discounts/{code}',
    who: 'anyone',
    summary: 'Look up a discount code',
    description:
      '`amount` is the discount for this product and term, for both types of code. Nothing is reserved: a use counts when the order is placed.',
    limit: { max: 30, seconds: 60, by: 'address' },
    params: z.object({ code: discountCode }),
    query: z.object({
      game_id: pathId.optional().meta({ description: 'Default: the product of the code' }),
      term_length: z.enum(['1', '3', '6', '12']).optional().meta({
        description: 'Term in months; default: one month, or the first plan of the product',
      }),
      plan: plan.optional().meta({ description: 'Any other term than 1, 3, 6 or 12 months' }),
    }),
    result: z
      .object({
        code: z.string(),
        gid: id,
        product_name: z.string(),
        type: discountType,
        amount: money,
        plan: plan.meta({ description: 'Term that the amount applies to' }),
        min_order: money.meta({
          description: 'Minimum order total before discounts; not checked against this single item',
        }),
      })
      .meta({ id: 'Discount' }),
    refusals: { ...productRefusals, ...discountRefusals },
  }),
}
