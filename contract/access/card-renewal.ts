import * as z from 'zod'
import { id, money, term, timestamp } from '#contract/wire/wire.ts'

export const cardId = z
  .string()
  .regex(/^\w{1,255}$/, 'This is not a card ID')
  .meta({ description: 'ID at the payment provider', example: 'pm_1Qx3fT2eZvKYlo2C' })

/**
 * `on`: charges at the next date. `stopping`: ends when the paid time ends. `held`: no charges for
 * now.
 */
export const renewalStates = [
  'on',
  'charging',
  'retrying',
  'needs_action',
  'stopping',
  'held',
  'ended',
] as const
export type RenewalState = (typeof renewalStates)[number]

/** Why a renewal ended. */
export const renewalEnds = [
  'stopped',
  'unpaid',
  'refunded',
  'revoked',
  'lifetime',
  'disputed',
  'banned',
  'deleted',
  'unsold',
] as const
export type RenewalEnd = (typeof renewalEnds)[number]

/** A card renewal as the customer sees it. */
export const cardRenewal = z
  .object({
    id,
    game_id: id.meta({ description: 'Product ID' }),
    product_name: z.string(),
    ...term,
    price: money.meta({
      description:
        'Amount of the next charge, or of the one in progress; it stays the same until a new price is announced',
    }),
    price_change: z.object({ price: money, instead_of: money, from: timestamp }).nullable().meta({
      description: 'Announced new price, and the first charge that uses it',
    }),
    discount: z
      .object({
        code: z.string(),
        charges: z
          .int()
          .meta({ description: 'Number of charges it applies to, including the one of `price`' }),
        price: money.meta({ description: 'Price of the charges after those' }),
      })
      .nullable()
      .meta({ description: 'Discount code that still applies' }),
    state: z.enum(renewalStates).meta({
      description:
        '`on` and `charging` need no action; `retrying`: the card was declined; `needs_action`: the customer must confirm the payment; `stopping`: expires at the end of the term; `held`: not charged for now; `ended`: no longer renews',
    }),
    card: z
      .object({
        id: cardId,
        brand: z.string().meta({ example: 'visa' }),
        last4: z.string().meta({ example: '4242' }),
        exp_month: z.int(),
        exp_year: z.int(),
        expires_before: z
          .boolean()
          .meta({ description: 'The card expires before the next charge' }),
      })
      .nullable()
      .meta({
        description: 'Null if no card is set: the renewal needs one before it can be charged',
      }),
    next_charge: timestamp.nullable().meta({ description: 'Next charge, if the status is `on`' }),
    next_try: timestamp.nullable().meta({
      description:
        'Next retry, if the status is `retrying`; null if it needs a new card or is on hold as in `held_for`',
    }),
    gives_up: timestamp.nullable().meta({
      description:
        'When the renewal ends if the failed payment is not made; null while it is on hold as in `held_for`',
    }),
    ends: timestamp.meta({ description: 'Expiry date of the current term' }),
    lent: z.int().meta({
      description:
        'Grace seconds used while a payment fails. Deducted from the next time that the customer gets',
    }),
    failure: z
      .string()
      .nullable()
      .meta({ description: 'Why the last charge failed, as a sentence for the customer' }),
    held_for: z.enum(['dispute', 'product', 'still', 'pause']).nullable().meta({
      description:
        'Why a `held` renewal or a failed payment is on hold: a disputed payment, a product that is not sold now, time frozen by an incident, or time paused by the customer',
    }),
    ended: z.object({ at: timestamp, why: z.enum(renewalEnds) }).nullable(),
  })
  .meta({ id: 'CardRenewal' })
export type CardRenewal = z.input<typeof cardRenewal>
