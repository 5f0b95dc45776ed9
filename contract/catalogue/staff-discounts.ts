import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { paged, search } from '#contract/wire/lists.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { id, money, pathId, timestamp, tooManyDecimals } from '#contract/wire/wire.ts'
import { discountCode, discountType } from './discounts.ts'

/** Maximum number of codes that one call adds or removes. */
export const mostDiscounts = 1000

const terms = {
  code: discountCode,
  gid: id.meta({ description: 'The product that the code applies to' }),
  type: discountType,
  amount: z
    .number()
    .min(0.01, 'The amount must be at least 0.01')
    .max(10_000, 'The discount can be at most 10,000')
    .meta({
      description: 'In the shop’s currency for a fixed amount, otherwise in percent',
      example: 10,
    }),
  start_date: timestamp,
  end_date: timestamp,
  max_uses: z
    .int()
    .min(0)
    .max(1_000_000_000)
    .default(0)
    .meta({ description: 'Maximum number of orders; 0: unlimited' }),
  max_per_customer: z
    .int()
    .min(0)
    .max(1_000_000_000)
    .default(0)
    .meta({ description: 'Maximum number of orders for each customer; 0: unlimited' }),
  min_order: money
    .refine((cents) => cents >= 0 && cents <= 1_000_000, 'The minimum can be at most 10,000')
    .default(0)
    .meta({ description: 'Minimum order total before discounts' }),
  first_order: z
    .boolean()
    .default(false)
    .meta({ description: 'Only for customers without a paid order' }),
  renewals: z
    .int()
    .min(0, 'Enter a number of renewals from 0')
    .max(120, 'A code can apply to at most 120 renewals')
    .default(0)
    .meta({
      description: 'Number of renewal charges that the code also applies to; 0: none',
    }),
}

/** Errors that involve several fields of a code. */
export const discountFaults = {
  percent: 'A percentage must be a whole number from 1 to 100',
  renewals: 'A code that applies to renewals can take at most 99 percent off',
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
    id: id.meta({ description: 'Changes if a code is removed and added again' }),
    code: z.string(),
    max_uses: z.int().meta({ description: '0: unlimited' }),
    max_per_customer: z.int().meta({ description: '0: unlimited' }),
    min_order: money,
    first_order: z.boolean(),
    renewals: z.int(),
    used_count: z.int().meta({ description: 'Number of orders that use it' }),
  })
  .meta({ id: 'StaffDiscount' })
export type StaffDiscount = z.input<typeof staffDiscount>

const discountStates = ['active', 'scheduled', 'expired', 'used_up'] as const

const discountSorts = ['-added', 'added', 'code', '-code'] as const

const filters = {
  search: search.meta({ description: 'Part of the code' }),
  product: pathId.optional(),
  state: z.enum(discountStates).optional().meta({
    description:
      '`active`: can be used now; `scheduled`: has not started; `expired`: has ended; `used_up`: has not ended, but all uses are taken',
  }),
}

const listedDiscount = staffDiscount
  .extend({ product_name: z.string() })
  .meta({ id: 'ListedDiscount' })
export type ListedDiscount = z.input<typeof listedDiscount>

/**
 * The code's text, or its text and id. The id protects a code that was added again under the same
 * text.
 */
const removedCode = z.union([discountCode, z.object({ code: discountCode, id })])

export const staffDiscounts = {
  list: endpoint({
    method: 'GET',
    path: '/admin/discounts/',
    who: 'staff',
    can: 'manage_discounts',
    summary: 'List the discount codes of all products',
    query: z.object({
      ...paged(25),
      ...filters,
      sort: z
        .enum(discountSorts)
        .default('-added')
        .meta({ description: '`-added`: the code that was added last comes first' }),
    }),
    result: z.object({ discounts: z.array(listedDiscount), total: z.int() }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/admin/discounts/export',
    who: 'staff',
    can: 'manage_discounts',
    summary: 'Export discount codes as CSV',
    description: 'Newest first, streamed. One export at a time for each user.',
    query: z.object(filters),
    produces: 'text/csv',
    result: z.string(),
    refusals: refusals({
      exporting_codes_already: [
        409,
        'You are already exporting discount codes. Wait until that export has finished.',
      ],
    }),
  }),
  listOfProduct: endpoint({
    method: 'GET',
    path: '/admin/discounts/game/{id}',
    who: 'staff',
    can: 'manage_discounts',
    summary: 'List the discount codes of a product',
    description: 'In the order in which they were added.',
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
    description: 'If one code is refused, none is added.',
    body: z.array(newDiscount).min(1).max(mostDiscounts),
    result: z.object({ discounts: z.array(staffDiscount), total: z.int() }),
    status: 201,
    refusals: {
      unknown_product: productRefusals.unknown_product,
      ...refusals({ code_exists: [409, 'The code {code} already exists'] }),
    },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/admin/discounts/batch',
    who: 'staff',
    can: 'manage_discounts',
    summary: 'Remove discount codes',
    description:
      'Affects new orders only: existing orders keep their discount. Codes that no longer exist are ignored, and so are codes whose id differs from the one that is sent.',
    body: z.array(removedCode).min(1).max(mostDiscounts),
    result: z.object({ removed: z.int() }),
  }),
}
