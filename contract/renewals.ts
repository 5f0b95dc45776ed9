import * as z from 'zod'
import { cardId, unknownCard } from './cards.ts'
import { endpoint } from './endpoint.ts'
import { linkRefusals } from './link-refusals.ts'
import { orderRefusals } from './orders.ts'
import { providerRefusals } from './payment-refusals.ts'
import { refusals } from './refusals.ts'
import { id, money, pathId, term, timestamp } from './wire.ts'

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
    game_id: id.meta({ description: 'Id of the product' }),
    product_name: z.string(),
    ...term,
    price: money.meta({
      description:
        'What the next charge costs, or the one that is being paid; it stays as it was agreed until another price is announced',
    }),
    price_change: z.object({ price: money, instead_of: money, from: timestamp }).nullable().meta({
      description: 'Another price that was announced, and the charge that costs it first',
    }),
    discount: z
      .object({
        code: z.string(),
        charges: z.int().meta({ description: 'That it holds for, with the one of `price`' }),
        price: money.meta({ description: 'Of the charges after those' }),
      })
      .nullable()
      .meta({ description: 'A discount code that still holds' }),
    state: z.enum(renewalStates).meta({
      description:
        '`on` and `charging` go on by themselves; `retrying` had its card declined; `needs_action` waits for its owner to confirm the payment; `stopping` ends with the time; `held` charges nothing for now; `ended` is over',
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
          .meta({ description: 'It is no longer good when it is charged next' }),
      })
      .nullable()
      .meta({ description: 'Null: it needs a card before it can be charged' }),
    next_charge: timestamp
      .nullable()
      .meta({ description: 'When the card is charged, of one that is `on`' }),
    next_try: timestamp.nullable().meta({
      description:
        'When it is charged again, of one that is `retrying`; null: only a new card goes on, or it waits as `held_for` says',
    }),
    gives_up: timestamp.nullable().meta({
      description:
        'When it ends unless it is paid, of one whose payment failed; null while that waits as `held_for` says',
    }),
    ends: timestamp.meta({ description: 'The end of the time that is there' }),
    lent: z.int().meta({
      description:
        'Grace seconds that the customer owes while a payment fails. They are deducted from the time that the customer gets next',
    }),
    failure: z
      .string()
      .nullable()
      .meta({ description: 'Why the last charge failed, as a sentence for its customer' }),
    held_for: z.enum(['dispute', 'product', 'still', 'pause']).nullable().meta({
      description:
        'Of one that is `held`, or whose failed payment waits: a disputed payment, a product that is not sold now, one whose time stands still, or time that its customer has paused',
    }),
    ended: z.object({ at: timestamp, why: z.enum(renewalEnds) }).nullable(),
  })
  .meta({ id: 'CardRenewal' })
export type CardRenewal = z.input<typeof cardRenewal>

const renewalRefusals = refusals({ unknown_renewal: [404, 'Renewal not found'] })

export const nothingToRenew = refusals({ nothing_to_renew: [409, 'There is nothing to renew'] })

const payingRefusals = {
  ...renewalRefusals,
  ...providerRefusals,
  ...refusals({
    nothing_to_pay: [409, 'There is nothing to pay'],
    charge_declined: [402, '{reason}'],
    charge_undecided: [
      409,
      'It is not known yet whether this payment went through. We are finding out, and nothing is charged twice: please look again in a few minutes.',
    ],
  }),
}

const one = { params: z.object({ id: pathId }) }
const often = { max: 60, seconds: 600, by: 'user' } as const
const linked = {
  who: 'anyone',
  limit: { max: 60, seconds: 300, by: 'address' },
  duringMaintenance: true,
  body: z.object({
    token: z.string().max(200).meta({ description: 'From the link in the mail' }),
  }),
  result: cardRenewal,
} as const

export const renewals = {
  list: endpoint({
    method: 'GET',
    path: '/user/renewals',
    who: 'user',
    summary: 'My renewals by card',
    description:
      'The latest of each product, also where it is over. `GET /user/subscriptions` says the same with each product.',
    duringMaintenance: true,
    result: z.array(cardRenewal),
  }),
  stop: endpoint({
    method: 'POST',
    path: '/user/renewals/{id}/stop',
    who: 'user',
    summary: 'Stop a renewal',
    description:
      'The time that was paid for stays; nothing is charged from then on, and what failed is not tried again. It can be turned on again until the end of the time.',
    duringMaintenance: true,
    limit: often,
    ...one,
    body: z.object({
      reason: z.string().trim().max(500, 'At most 500 characters').optional(),
    }),
    result: cardRenewal,
    refusals: { ...renewalRefusals, ...nothingToRenew },
  }),
  resume: endpoint({
    method: 'POST',
    path: '/user/renewals/{id}/resume',
    who: 'user',
    summary: 'Turn a renewal on again',
    description: 'At the same price, until the time is over.',
    limit: often,
    ...one,
    result: cardRenewal,
    refusals: { ...renewalRefusals, ...nothingToRenew },
  }),
  pay: endpoint({
    method: 'POST',
    path: '/user/renewals/{id}/pay',
    who: 'user',
    summary: 'Charge a failed renewal now',
    description:
      'Answers the renewal: `on` when it is paid, `needs_action` when its bank wants a confirmation.',
    limit: { max: 10, seconds: 600, by: 'user' },
    ...one,
    result: cardRenewal,
    refusals: payingRefusals,
  }),
  changeCard: endpoint({
    method: 'PUT',
    path: '/user/renewals/{id}/card',
    who: 'user',
    summary: 'Choose the card of a renewal',
    description:
      'A payment that failed is charged to it at once; when that fails too the answer is 402, and the card is kept.',
    limit: { max: 20, seconds: 600, by: 'user' },
    ...one,
    body: z.object({ card_id: cardId }),
    result: cardRenewal,
    refusals: {
      ...renewalRefusals,
      ...nothingToRenew,
      ...unknownCard,
      ...providerRefusals,
      charge_declined: payingRefusals.charge_declined,
      charge_undecided: payingRefusals.charge_undecided,
    },
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/user/renewals/{id}/confirm',
    who: 'user',
    summary: 'Confirm a payment that wants its owner',
    description:
      'Reads the payment from the provider and settles it by that. While the bank still wants its customer there is a secret, to confirm it with the provider’s script; then ask again.',
    limit: { max: 30, seconds: 600, by: 'user' },
    ...one,
    result: z.object({
      renewal: cardRenewal,
      client_secret: z.string().nullable(),
      card_id: cardId.nullable(),
    }),
    refusals: payingRefusals,
  }),
  readLink: endpoint({
    ...linked,
    method: 'POST',
    path: '/renewals/link',
    summary: 'The renewal of a link from a mail',
    description: 'Changes nothing: mail programs open links by themselves.',
    refusals: linkRefusals,
  }),
  stopByLink: endpoint({
    ...linked,
    method: 'POST',
    path: '/renewals/link/stop',
    summary: 'Stop the renewal of a link from a mail',
    description: 'Without signing in. One that is stopped already stays so.',
    refusals: { ...linkRefusals, ...nothingToRenew },
  }),
  stopOfOrder: endpoint({
    method: 'DELETE',
    path: '/cancel-subscription',
    who: 'user',
    summary: 'Stop the renewals that an order began',
    description: 'The time that was paid for stays.',
    query: z.object({ checkout_id: z.uuid().meta({ description: 'Id of the order' }) }),
    result: z.object({ status: z.string(), message: z.string() }),
    refusals: { ...orderRefusals, ...nothingToRenew },
  }),
}
