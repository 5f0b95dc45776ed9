import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { paged } from '#contract/wire/lists.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { reason } from '#contract/wire/reasons.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { revision } from '#contract/wire/revisions.ts'
import { id, money, pathId, plan, timestamp } from '#contract/wire/wire.ts'

/** Days between the mail that announces a higher price and the first charge at that price. */
export const noticeDays = 30

export const longestPriceReason = 300

/** Renewals with the same current price and the same new price. */
const priceGroup = z.object({
  plan,
  old_price: money,
  new_price: money,
  people: z.int(),
})

const moved = z.object({
  people: z.int(),
  month: money.meta({ description: 'Difference in revenue per 30 days' }),
})

/** The effects of moving them, computed in a transaction that is rolled back. */
export const priceChangePreview = z
  .object({
    revision: revision.meta({ description: 'Product revision that the prices are from' }),
    product: z.string(),
    groups: z.array(priceGroup).meta({ description: 'The 100 largest groups' }),
    raised: moved.meta({ description: 'Customers whose price goes up, after the notice period' }),
    lowered: moved.meta({ description: 'Customers whose price goes down immediately' }),
    replaced: z
      .int()
      .meta({ description: 'Customers for whom another announced price is replaced' }),
    left_out: z.object({
      same: z.int().meta({ description: 'Customers who already pay the current price' }),
      announced: z
        .int()
        .meta({ description: 'Customers to whom the current price is already announced' }),
      stopped: z.int().meta({ description: 'Customers whose renewal is stopped' }),
      held: z.int().meta({ description: 'Customers whose renewal is on hold' }),
      unreachable: z
        .int()
        .meta({ description: 'Customers without an email address that can be reached' }),
      unsold: z.int().meta({
        description: 'Customers whose plan is no longer sold, or costs less than the card minimum',
      }),
    }),
  })
  .meta({ id: 'PriceChangePreview' })
export type PriceChangePreview = z.input<typeof priceChangePreview>

export const priceChange = z
  .object({
    id,
    by: z.string(),
    reason: z.string(),
    created_at: timestamp,
    applies_from: timestamp.nullable().meta({
      description: 'When the first notified customers pay more; null if nobody does yet',
    }),
    people: z.int(),
    month: money.meta({
      description: 'Difference in revenue per 30 days when the change was made',
    }),
    counts: z.object({
      waiting: z.int().meta({ description: 'Not notified yet' }),
      announced: z.int().meta({ description: 'Notified and not charged yet' }),
      applied: z.int(),
      ended: z.int().meta({ description: 'Renewals that stopped or ended before it applied' }),
      replaced: z.int().meta({ description: 'Replaced by another change, or at the checkout' }),
      canceled: z.int(),
    }),
    canceled_at: timestamp.nullable(),
    canceled_by: z.string().nullable(),
  })
  .meta({ id: 'PriceChange' })
export type PriceChange = z.input<typeof priceChange>

const cancelRefusals = refusals({
  unknown_price_change: [404, 'Price change not found'],
  nothing_to_cancel: [409, 'This price change has no pending renewals'],
})
const unknown = { unknown_product: productRefusals.unknown_product }
const params = z.object({ id: pathId.meta({ description: 'Product ID' }) })
const limit = { max: 30, seconds: 60, by: 'user' } as const

export const staffPriceChanges = {
  preview: endpoint({
    method: 'POST',
    path: '/admin/games/{id}/price-changes/preview',
    who: 'staff',
    can: 'move_renewals',
    summary: 'Preview moving renewals to the current price',
    description:
      'Runs the change in a transaction that is rolled back: nothing changes and nobody is notified.',
    limit,
    params,
    result: priceChangePreview,
    refusals: unknown,
  }),
  list: endpoint({
    method: 'GET',
    path: '/admin/games/{id}/price-changes',
    who: 'staff',
    can: 'move_renewals',
    summary: 'List the price changes of a product’s renewals',
    description: 'Newest first.',
    params,
    query: z.object(paged(25)),
    result: z.object({ product: z.string(), changes: z.array(priceChange), total: z.int() }),
    refusals: unknown,
  }),
  add: endpoint({
    method: 'POST',
    path: '/admin/games/{id}/price-changes',
    who: 'staff',
    can: 'move_renewals',
    summary: 'Move renewals to the current price',
    description: `A higher price is announced by email and applies from each customer's first charge at least ${noticeDays} days later; a lower price applies immediately. Sales are ignored.`,
    limit,
    params,
    body: z.object({
      revision: revision.meta({ description: 'Product revision from the preview' }),
      reason: z
        .string()
        .trim()
        .min(1, 'Enter a reason for the log')
        .max(longestPriceReason, `Please use at most ${longestPriceReason} characters`),
    }),
    result: priceChange,
    status: 201,
    refusals: {
      ...unknown,
      ...refusals({
        nothing_to_move: [409, 'All running renewals already have the current price'],
        prices_changed: [
          409,
          'This product has changed since the preview. Review the new figures.',
        ],
      }),
    },
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/admin/price-changes/{id}/cancel',
    who: 'staff',
    can: 'move_renewals',
    summary: 'Cancel a price change',
    description:
      'Customers keep the old price if they have not been charged the new one yet, and get an email if they were notified of the change. Customers already charged the new price keep it.',
    limit,
    params: z.object({ id: pathId }),
    body: z.object({ reason }),
    result: priceChange,
    refusals: cancelRefusals,
  }),
  previewCancel: endpoint({
    method: 'POST',
    path: '/admin/price-changes/{id}/cancel/preview',
    who: 'staff',
    can: 'move_renewals',
    summary: 'Preview canceling a price change',
    description:
      'Runs the action in a transaction that is rolled back: nothing changes and nobody is notified.',
    limit,
    params: z.object({ id: pathId }),
    result: z.object({
      kept: z.int().meta({ description: 'Customers who keep the old price' }),
      told: z
        .int()
        .meta({ description: 'Of these, customers that get an email because they were notified' }),
      paying: z.int().meta({ description: 'Customers who already pay the new price and keep it' }),
    }),
    refusals: cancelRefusals,
  }),
}
