import * as z from 'zod'
import { discountCode, discountType } from './discounts.ts'
import { endpoint } from './endpoint.ts'
import { paged } from './lists.ts'
import { productRefusals } from './products.ts'
import { refusals } from './refusals.ts'
import { id, money, pathId, timestamp, tooManyDecimals } from './wire.ts'

/** Maximum number of codes that one call adds or removes. */
export const mostDiscounts = 1000

const terms = {
  code: discountCode,
  gid: id.meta({ description: 'The product that it is for' }),
  type: discountType,
  amount: z
    .number()
    .min(0.01, 'The amount is at least 0.01')
    .max(10_000, 'A code takes at most 10,000 off')
    .meta({ description: 'In the shop’s currency for a fixed amount, else percent', example: 10 }),
  start_date: timestamp,
  end_date: timestamp,
  max_uses: z
    .int()
    .min(0)
    .max(1_000_000_000)
    .default(0)
    .meta({ description: 'For how many orders; 0 means unlimited' }),
  max_per_customer: z
    .int()
    .min(0)
    .max(1_000_000_000)
    .default(0)
    .meta({ description: 'For how many orders of one customer; 0 means unlimited' }),
  min_order: money
    .refine((cents) => cents >= 0 && cents <= 1_000_000, 'A minimum is at most 10,000')
    .default(0)
    .meta({ description: 'What the order must come to before codes' }),
  first_order: z
    .boolean()
    .default(false)
    .meta({ description: 'Only for who has paid for no order before' }),
  renewals: z
    .int()
    .min(0, 'Enter for how many renewals, from 0')
    .max(120, 'A code holds for at most 120 renewals')
    .default(0)
    .meta({
      description: 'Charges after the first payment that it is taken off, too; 0 means none',
    }),
}

/** Errors that involve several fields of a code. */
export const discountFaults = {
  percent: 'A percentage is a whole number from 1 to 100',
  renewals: 'A code that holds for renewals takes at most 99 percent off',
  end: 'The end must be after the start',
}

/** A new code. Percentages are whole numbers up to 100, fixed amounts have cent precision. */
const newDiscount = z
  .object(terms)
  .refine(({ type, amount }) => type === 0 || (amount <= 100 && Number.isInteger(amount)), {
    path: ['amount'],
    message: discountFaults.percent,
  })
  .refine(({ amount }) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6, {
    path: ['amount'],
    message: tooManyDecimals,
  })
  .refine(({ type, amount, renewals }) => renewals === 0 || type === 0 || amount < 100, {
    path: ['amount'],
    message: discountFaults.renewals,
  })
  .refine(({ start_date, end_date }) => end_date > start_date, {
    path: ['end_date'],
    message: discountFaults.end,
  })
export type NewDiscount = z.input<typeof newDiscount>

export const staffDiscount = z
  .object({
    ...terms,
    id: id.meta({ description: 'Another one when a code is removed and added anew' }),
    code: z.string(),
    max_uses: z.int().meta({ description: '0 means unlimited' }),
    max_per_customer: z.int().meta({ description: '0 means unlimited' }),
    min_order: money,
    first_order: z.boolean(),
    renewals: z.int(),
    used_count: z.int().meta({ description: 'Orders that hold a use of it' }),
  })
  .meta({ id: 'StaffDiscount' })
export type StaffDiscount = z.input<typeof staffDiscount>

/**
 * The code's text, or its text and id. The id protects a code that was added again under the same
 * text.
 */
const removedCode = z.union([discountCode, z.object({ code: discountCode, id })])

export const staffDiscounts = {
  list: endpoint({
    method: 'GET',
    path: '/admin/discounts/game/{id}',
    who: 'staff',
    can: 'manage_discounts',
    summary: 'List the discount codes of a product',
    description: 'In the order they were added.',
    params: z.object({ id: pathId }),
    query: z.object(paged(25)),
    result: z.object({ discounts: z.array(staffDiscount), total: z.int() }),
    refusals: { unknown_product: productRefusals.unknown_product },
  }),
  add: endpoint({
    method: 'POST',
    path: '/admin/discounts/batch',
    who: 'staff',
    can: 'manage_discounts',
    summary: 'Add discount codes',
    description: 'All of them or, when one is refused, none.',
    body: z.array(newDiscount).min(1).max(mostDiscounts),
    result: z.object({ discounts: z.array(staffDiscount), total: z.int() }),
    status: 201,
    refusals: {
      unknown_product: productRefusals.unknown_product,
      ...refusals({ code_exists: [409, 'The code {code} exists already'] }),
    },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/admin/discounts/batch',
    who: 'staff',
    can: 'manage_discounts',
    summary: 'Remove discount codes',
    description:
      'For new orders only: orders that hold a use keep their price. Codes that are gone already are passed over; where the id is given, also those that have another one now.',
    body: z.array(removedCode).min(1).max(mostDiscounts),
    result: z.object({ removed: z.int() }),
  }),
}
