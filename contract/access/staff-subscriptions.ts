import * as z from 'zod'
import { cardRenewal } from '#contract/access/card-renewal.ts'
import { userRefusals } from '#contract/wire/account-refusals.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { paged } from '#contract/wire/lists.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { reason } from '#contract/wire/reasons.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { line } from '#contract/wire/text.ts'
import { done, id, pathId, plan, timestamp } from '#contract/wire/wire.ts'
import { paused, time_not_paused } from './subscriptions.ts'

/** The gift lengths that staff can choose, in days. */
export const giftTerms = [
  { days: 30, label: '1 Month' },
  { days: 90, label: '3 Months' },
  { days: 180, label: '6 Months' },
  { days: 365, label: '12 Months' },
] as const

export const staffSubscription = z
  .object({
    id,
    uid: id,
    game_id: id,
    product_name: z.string(),
    created_at: timestamp,
    term_length: z.int().meta({ description: 'In seconds', example: 2592000 }),
    lifetime: z.boolean().meta({ description: 'It never expires' }),
    stands_still_since: timestamp
      .nullable()
      .meta({ description: 'Frozen by an incident: active, and expires later' }),
    held: z.boolean().meta({ description: 'A dispute of its payment holds the remaining time' }),
    paused: paused.nullable().meta({ description: 'Paused by the customer' }),
    renewal: cardRenewal
      .nullable()
      .meta({ description: 'The latest renewal of this product, including ended ones' }),
  })
  .meta({ id: 'StaffSubscription' })
export type StaffSubscription = z.input<typeof staffSubscription>

/** Maximum length of a gift in hours: one year. */
export const mostGiftHours = 365 * 24
export const longestGiftReason = 300
export const longestGiftNote = 1000

const hours = `Enter between 1 hour and ${mostGiftHours / 24} days`
const newGift = z.object({
  game_id: id,
  term_length: z
    .literal(giftTerms.map(({ days }) => days))
    .optional()
    .meta({ description: 'In days' }),
  hours: z.int(hours).min(1, hours).max(mostGiftHours, hours).optional(),
  plan: plan.optional().meta({ description: 'Any other term that is sold' }),
})
export type NewGift = z.output<typeof newGift>

const isOne = ({ term_length, hours, plan }: NewGift) =>
  [term_length, hours, plan].filter((each) => each !== undefined).length === 1
const oneTerm = { path: ['hours'], message: 'Enter the time in one way only' }

const standing = z.object({
  ends_at: timestamp.nullable().meta({ description: 'Null if nothing is active' }),
  lifetime: z.boolean(),
  next_charge: timestamp.nullable().meta({ description: 'Next charge of an active renewal' }),
  role: z.boolean().meta({ description: 'The customer should have the product’s Discord role' }),
})

/** The effects of granting or revoking time, computed in a transaction that is rolled back. */
const timeEffects = z
  .object({
    seconds: z.int().meta({ description: 'Negative if time is revoked' }),
    before: standing,
    after: standing,
  })
  .meta({ id: 'TimeEffects' })
export type TimeEffects = z.input<typeof timeEffects>

const gift = z
  .object({
    id: z.uuid(),
    game_id: id,
    product_name: z.string(),
    seconds: z.int(),
    reason: z.string(),
    note: z
      .string()
      .meta({ description: 'Message that was emailed to the customer; empty if none' }),
    by: z.string().nullable().meta({ description: 'The staff member' }),
    created_at: timestamp,
    taken_back: z.int().meta({ description: 'Seconds that were revoked' }),
    can_undo: z.boolean().meta({ description: 'The caller may revoke the unused part' }),
  })
  .meta({ id: 'Gift' })
export type Gift = z.input<typeof gift>

export const giftRefusals = refusals({
  gift_id_used: [409, 'This id already belongs to another gift. Use a new id.'],
  own_time: [403, 'Ask a colleague to give you time'],
  gift_above_cap: [
    403,
    'Support may give {most} of time in 24 hours, and you have {left} left. Ask an administrator for more.',
  ],
  has_lifetime: [
    409,
    'This customer already has the product for a lifetime, so no time can be added',
  ],
  unknown_gift: [404, 'Gift not found'],
  colleagues_gift: [403, 'Only administrators can revoke time that a colleague gave'],
  gift_undone: [409, 'This time was already revoked'],
  gift_too_old: [409, 'Given time can only be revoked for 24 hours'],
  gift_used: [409, 'This time is already used, so nothing can be revoked'],
})
const { gift_id_used, own_time, gift_above_cap, has_lifetime, ...undoRefusals } = giftRefusals
const giveRefusals = {
  ...userRefusals,
  unknown_product: productRefusals.unknown_product,
  gift_id_used,
  own_time,
  gift_above_cap,
  has_lifetime,
}

const one = { params: z.object({ uid: pathId }) }

export const staffSubscriptions = {
  list: endpoint({
    method: 'GET',
    path: '/admin/users/{uid}/subscriptions',
    who: 'staff',
    can: 'view_users',
    summary: 'List the subscriptions of a user',
    description: 'The latest subscription to each product, last to expire first.',
    ...one,
    query: z.object(paged(25)),
    result: z.object({
      subscriptions: z.array(staffSubscription),
      total: z.int(),
      gifts: z
        .array(gift)
        .meta({ description: 'Time that staff gave in the last 24 hours, newest first' }),
    }),
    refusals: userRefusals,
  }),
  products: endpoint({
    method: 'GET',
    path: '/admin/subscriptions/products',
    who: 'staff',
    can: 'give_time',
    summary: 'List the products that time can be given for',
    description: 'Includes hidden and disabled products, in store order.',
    result: z.array(
      z.object({
        id,
        name: z.string(),
        plans: z.array(plan).meta({ description: 'Terms that it is sold for' }),
      }),
    ),
  }),
  preview: endpoint({
    method: 'POST',
    path: '/admin/subscriptions/{uid}/preview',
    who: 'staff',
    can: 'give_time',
    summary: 'Preview giving time',
    description:
      'Runs the action in a transaction that is rolled back: nothing changes and nobody is notified.',
    limit: { max: 120, seconds: 60, by: 'user' },
    ...one,
    body: newGift.refine(isOne, oneTerm),
    result: timeEffects,
    refusals: giveRefusals,
  }),
  give: endpoint({
    method: 'POST',
    path: '/admin/subscriptions/{uid}',
    who: 'staff',
    can: 'give_time',
    summary: 'Give a user time for a product',
    description:
      'Extends an active subscription. Support has a limit in 24 hours, which is in the settings. With an `id` from the caller the request is idempotent. `reason` is optional only with `term_length`.',
    ...one,
    body: newGift
      .extend({
        id: z.uuid().optional(),
        reason: line(longestGiftReason, 'Enter a reason')
          .optional()
          .meta({ description: 'For staff. Stored in the log.' }),
        note: z
          .string()
          .trim()
          .max(longestGiftNote, `Please use at most ${longestGiftNote} characters`)
          .default('')
          .meta({ description: 'Emailed to the customer; no email if empty' }),
      })
      .refine(isOne, oneTerm)
      .refine(({ reason, term_length }) => reason !== undefined || term_length !== undefined, {
        path: ['reason'],
        message: 'Enter a reason',
      }),
    result: staffSubscription.omit({
      renewal: true,
      stands_still_since: true,
      paused: true,
      held: true,
    }),
    status: 201,
    refusals: giveRefusals,
  }),
  previewUndo: endpoint({
    method: 'POST',
    path: '/admin/subscriptions/{uid}/gifts/{gift}/preview',
    who: 'staff',
    can: 'give_time',
    summary: 'Preview the revocation of time that staff gave',
    limit: { max: 120, seconds: 60, by: 'user' },
    params: z.object({ uid: pathId, gift: z.uuid() }),
    result: timeEffects,
    refusals: { ...userRefusals, ...undoRefusals },
  }),
  undo: endpoint({
    method: 'DELETE',
    path: '/admin/subscriptions/{uid}/gifts/{gift}',
    who: 'staff',
    can: 'give_time',
    summary: 'Revoke the unused part of given time',
    description: 'Within 24 hours. Support may only revoke time that they gave themselves.',
    params: z.object({ uid: pathId, gift: z.uuid() }),
    body: z.object({ reason }),
    result: timeEffects,
    refusals: { ...userRefusals, ...undoRefusals },
  }),
  resume: endpoint({
    method: 'DELETE',
    path: '/admin/subscriptions/{uid}/pause',
    who: 'staff',
    can: 'give_time',
    summary: 'End a user’s pause',
    description: 'Their time continues with everything that was left.',
    ...one,
    body: z.object({
      game_id: id,
      reason,
    }),
    result: done,
    refusals: {
      ...userRefusals,
      unknown_product: productRefusals.unknown_product,
      time_not_paused,
    },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/admin/subscriptions/{uid}',
    who: 'staff',
    can: 'revoke_time',
    summary: 'Revoke a user’s remaining time for a product',
    description: 'Nothing is refunded. Card renewals of this product are stopped.',
    ...one,
    body: z.object({ game_id: id }),
    result: done,
    refusals: {
      ...userRefusals,
      unknown_product: productRefusals.unknown_product,
      ...refusals({ no_time_left: [409, 'This user has no time left on this game'] }),
    },
  }),
}
