import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { paged } from './lists.ts'
import { productRefusals } from './products.ts'
import { reason } from './reasons.ts'
import { refusals } from './refusals.ts'
import { cardRenewal } from './renewals.ts'
import { userRefusals } from './staff-users.ts'
import { paused, time_not_paused } from './subscriptions.ts'
import { line } from './text.ts'
import { done, id, pathId, plan, timestamp } from './wire.ts'

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
    term_length: z.int().meta({ description: 'Seconds', example: 2592000 }),
    lifetime: z.boolean().meta({ description: 'It has no end' }),
    stands_still_since: timestamp
      .nullable()
      .meta({ description: 'Its time stands still: it runs, and ends later' }),
    held: z.boolean().meta({ description: 'A dispute of its payment holds what is left of it' }),
    paused: paused.nullable().meta({ description: 'Its customer has paused it' }),
    renewal: cardRenewal
      .nullable()
      .meta({ description: 'The latest of this product, also where it is over' }),
  })
  .meta({ id: 'StaffSubscription' })
export type StaffSubscription = z.input<typeof staffSubscription>

/** Maximum length of a gift in hours: one year. */
export const mostGiftHours = 365 * 24
export const longestGiftReason = 300
export const longestGiftNote = 1000

const hours = `Enter from 1 hour to ${mostGiftHours / 24} days`
const newGift = z.object({
  game_id: id,
  term_length: z
    .literal(giftTerms.map(({ days }) => days))
    .optional()
    .meta({ description: 'Days' }),
  hours: z.int(hours).min(1, hours).max(mostGiftHours, hours).optional(),
  plan: plan.optional().meta({ description: 'Any other term that is sold' }),
})
export type NewGift = z.output<typeof newGift>

const isOne = ({ term_length, hours, plan }: NewGift) =>
  [term_length, hours, plan].filter((each) => each !== undefined).length === 1
const oneTerm = { path: ['hours'], message: 'Say how much, in one way' }

const standing = z.object({
  ends_at: timestamp.nullable().meta({ description: 'Null: nothing runs' }),
  lifetime: z.boolean(),
  next_charge: timestamp.nullable().meta({ description: 'Of a renewal that is on' }),
  role: z.boolean().meta({ description: 'The Discord role of the product is due' }),
})

/** The effects of granting or revoking time, computed in a transaction that is rolled back. */
const timeEffects = z
  .object({
    seconds: z.int().meta({ description: 'Below zero when it is taken back' }),
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
    note: z.string().meta({ description: 'What the customer was mailed; empty: nothing' }),
    by: z.string().nullable().meta({ description: 'The member of staff' }),
    created_at: timestamp,
    taken_back: z.int().meta({ description: 'Seconds of it that were taken back' }),
    can_undo: z.boolean().meta({ description: 'By the caller, as far as it is unused' }),
  })
  .meta({ id: 'Gift' })
export type Gift = z.input<typeof gift>

export const giftRefusals = refusals({
  gift_id_used: [409, 'This id belongs to another gift: ask with a new one'],
  own_time: [403, 'Ask a colleague for time of your own'],
  gift_above_cap: [
    403,
    'Support may give {most} of time in 24 hours, of which you have {left} left. Ask an administrator for more.',
  ],
  has_lifetime: [409, 'They have this product for a lifetime, which no time makes longer'],
  unknown_gift: [404, 'This gift was not found'],
  colleagues_gift: [403, 'Ask an administrator to take back what a colleague gave'],
  gift_undone: [409, 'This time was taken back already'],
  gift_too_old: [409, 'Given time can be taken back for 24 hours'],
  gift_used: [409, 'This time is used already, so nothing of it can be taken back'],
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
    summary: 'The subscriptions of a user',
    description: 'The latest of each product, those that end last first.',
    ...one,
    query: z.object(paged(25)),
    result: z.object({
      subscriptions: z.array(staffSubscription),
      total: z.int(),
      gifts: z
        .array(gift)
        .meta({ description: 'Time that staff gave in the last 24 hours, the latest first' }),
    }),
    refusals: userRefusals,
  }),
  products: endpoint({
    method: 'GET',
    path: '/admin/subscriptions/products',
    who: 'staff',
    can: 'give_time',
    summary: 'What time can be given of',
    description: 'Hidden and disabled products too, in the order of the store.',
    result: z.array(
      z.object({
        id,
        name: z.string(),
        plans: z.array(plan).meta({ description: 'What it is sold for' }),
      }),
    ),
  }),
  preview: endpoint({
    method: 'POST',
    path: '/admin/subscriptions/{uid}/preview',
    who: 'staff',
    can: 'give_time',
    summary: 'What giving time would change',
    description: 'Does it and takes it back at once: nothing changes and nobody is told.',
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
    summary: 'Give a user time on a product',
    description:
      'What runs already ends that much later. Support may give so many days in 24 hours, as the settings say. With an `id` of the caller’s it counts once, however often it is sent. `reason` may be left out with `term_length` only.',
    ...one,
    body: newGift
      .extend({
        id: z.uuid().optional(),
        reason: line(longestGiftReason, 'Enter a reason')
          .optional()
          .meta({ description: 'For staff. It is kept in the log.' }),
        note: z
          .string()
          .trim()
          .max(longestGiftNote, `Please keep it under ${longestGiftNote} characters`)
          .default('')
          .meta({ description: 'Mailed to the customer; empty: no mail' }),
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
    summary: 'What taking given time back would change',
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
    summary: 'Take given time back, as far as it is unused',
    description: 'Within 24 hours. Support may do so of what they gave themselves.',
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
    summary: 'End the pause of a user',
    description: 'Their time goes on with all that was left of it.',
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
    summary: 'Take the time that is left on a product',
    description: 'Nothing is paid back. Card renewals of orders with this product are stopped.',
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
