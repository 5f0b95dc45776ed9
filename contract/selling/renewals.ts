import * as z from 'zod'
import { cardId, cardRenewal } from '#contract/access/card-renewal.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { linkRefusals } from '#contract/wire/link-refusals.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { pathId } from '#contract/wire/wire.ts'
import { unknownCard } from './cards.ts'
import { orderRefusals } from './orders.ts'
import { providerRefusals } from './payment-refusals.ts'

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
      'We cannot confirm yet whether this payment went through. You will not be charged twice. Please check again in a few minutes.',
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
    token: z.string().max(200).meta({ description: 'Token from the link in the email' }),
  }),
  result: cardRenewal,
} as const

export const renewals = {
  list: endpoint({
    method: 'GET',
    path: '/user/renewals',
    who: 'user',
    summary: 'List my card renewals',
    description:
      'The latest renewal of each product, including ended ones. `GET /user/subscriptions` returns the same for each product.',
    duringMaintenance: true,
    result: z.array(cardRenewal),
  }),
  stop: endpoint({
    method: 'POST',
    path: '/user/renewals/{id}/stop',
    who: 'user',
    summary: 'Stop a renewal',
    description:
      'The paid time stays. Nothing more is charged, and a failed payment is not retried. The renewal can be turned on again until the term expires.',
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
    description: 'Keeps the same price. Possible until the term expires.',
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
      'Returns the renewal: `on` if the payment succeeded, `needs_action` if the bank requires a confirmation.',
    limit: { max: 10, seconds: 600, by: 'user' },
    ...one,
    result: cardRenewal,
    refusals: payingRefusals,
  }),
  changeCard: endpoint({
    method: 'PUT',
    path: '/user/renewals/{id}/card',
    who: 'user',
    summary: 'Set the card of a renewal',
    description:
      'A failed payment is charged to the new card immediately. If that fails too, the response is 402 and the new card stays set.',
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
    summary: 'Complete a payment that needs confirmation',
    description:
      'Reads the payment from the provider and updates the renewal. If the payment is already settled, returns the renewal. If the bank still requires a confirmation, the response has a client secret for the provider’s script; confirm, then call this again.',
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
    summary: 'Read the renewal of a mail link',
    description: 'Changes nothing, because mail programs open links automatically.',
    refusals: linkRefusals,
  }),
  stopByLink: endpoint({
    ...linked,
    method: 'POST',
    path: '/renewals/link/stop',
    summary: 'Stop a renewal with a mail link',
    description: 'Does not require sign-in. A renewal that is already stopped stays stopped.',
    refusals: { ...linkRefusals, ...nothingToRenew },
  }),
  stopOfOrder: endpoint({
    method: 'DELETE',
    path: '/cancel-subscription',
    who: 'user',
    summary: 'Stop the renewals that an order started',
    description: 'The paid time stays.',
    query: z.object({ checkout_id: z.uuid().meta({ description: 'Order ID' }) }),
    result: z.object({ status: z.string(), message: z.string() }),
    refusals: { ...orderRefusals, ...nothingToRenew },
  }),
}
