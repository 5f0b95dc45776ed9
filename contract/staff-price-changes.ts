import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { paged } from './lists.ts'
import { productRefusals } from './products.ts'
import { reason } from './reasons.ts'
import { refusals } from './refusals.ts'
import { revision } from './revisions.ts'
import { id, money, pathId, plan, timestamp } from './wire.ts'

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
  month: money.meta({ description: 'What they pay more, or less, in 30 days' }),
})

/** The effects of moving them, computed in a transaction that is rolled back. */
export const priceChangePreview = z
  .object({
    revision: revision.meta({ description: 'Of the product whose prices these are' }),
    product: z.string(),
    groups: z.array(priceGroup).meta({ description: 'The largest 100' }),
    raised: moved.meta({ description: 'Whose price goes up, after the notice' }),
    lowered: moved.meta({ description: 'Whose price goes down, at once' }),
    replaced: z.int().meta({ description: 'For whom another announced price does not come then' }),
    left_out: z.object({
      same: z.int().meta({ description: 'Who pay the present price already' }),
      announced: z.int().meta({ description: 'To whom the present price is announced already' }),
      stopped: z.int().meta({ description: 'Whose renewal ends with its time' }),
      held: z.int().meta({ description: 'Whose renewal is on hold' }),
      unreachable: z.int().meta({ description: 'Whom no mail reaches' }),
      unsold: z.int().meta({
        description: 'Whose plan is not sold any more, or costs less than a card is charged',
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
      description: 'From when those who were told first pay more; null while nobody does',
    }),
    people: z.int(),
    month: money.meta({ description: 'The difference in 30 days, as it was decided' }),
    counts: z.object({
      waiting: z.int().meta({ description: 'To be told yet' }),
      announced: z.int().meta({ description: 'Told, and not charged it yet' }),
      applied: z.int(),
      ended: z.int().meta({ description: 'Renewals that stopped or ended before' }),
      replaced: z.int().meta({ description: 'By another change, or at the checkout' }),
      canceled: z.int(),
    }),
    canceled_at: timestamp.nullable(),
    canceled_by: z.string().nullable(),
  })
  .meta({ id: 'PriceChange' })
export type PriceChange = z.input<typeof priceChange>

const cancelRefusals = refusals({
  unknown_price_change: [404, 'Price change not found'],
  nothing_to_cancel: [409, 'Nothing of this price change waits any more'],
})
const unknown = { unknown_product: productRefusals.unknown_product }
const params = z.object({ id: pathId.meta({ description: 'Id of the product' }) })
const limit = { max: 30, seconds: 60, by: 'user' } as const

export const staffPriceChanges = {
  preview: endpoint({
    method: 'POST',
    path: '/admin/games/{id}/price-changes/preview',
    who: 'staff',
    can: 'move_renewals',
    summary: 'What moving renewals to the present price would do',
    description: 'Does it and takes it back at once: nothing changes and nobody is told.',
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
    summary: 'Price changes of a product’s renewals',
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
    summary: 'Move renewals to the present price',
    description: `A higher price is announced by mail and costs each customer's first charge from ${noticeDays} days after their mail on; a lower one counts at once. Sales do not count.`,
    limit,
    params,
    body: z.object({
      revision: revision.meta({ description: 'Of the product, as the preview had it' }),
      reason: z
        .string()
        .trim()
        .min(1, 'Say why: the log keeps it')
        .max(longestPriceReason, `Please keep it under ${longestPriceReason} characters`),
    }),
    result: priceChange,
    status: 201,
    refusals: {
      ...unknown,
      ...refusals({
        nothing_to_move: [409, 'No running renewal pays another price than the present one'],
        prices_changed: [
          409,
          'Somebody changed this product meanwhile. Please look at the new figures.',
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
      'Who was not charged the new price yet keeps the former one, and is mailed so where they were told. Who pays it already goes on.',
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
    summary: 'What canceling a price change would do',
    description: 'Does it and takes it back at once: nothing changes and nobody is told.',
    limit,
    params: z.object({ id: pathId }),
    result: z.object({
      kept: z.int().meta({ description: 'Who keep the former price' }),
      told: z.int().meta({ description: 'Those of them who are mailed, as they were told' }),
      paying: z.int().meta({ description: 'Who pay the new price already, and go on at it' }),
    }),
    refusals: cancelRefusals,
  }),
}
