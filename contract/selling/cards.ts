import * as z from 'zod'
import { cardId } from '#contract/access/card-renewal.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { done } from '#contract/wire/wire.ts'
import { providerRefusals } from './payment-refusals.ts'

/** Maximum number of saved cards per customer. */
export const mostCards = 20

export const savedCard = z
  .object({
    id: cardId,
    brand: z.string().meta({ description: 'Brand name as the provider gives it', example: 'visa' }),
    last4: z.string().meta({ example: '4242' }),
    exp_month: z.int().meta({ example: 12 }),
    exp_year: z.int().meta({ example: 2029 }),
    expired: z.boolean(),
    default: z.boolean().meta({ description: 'Used when no other card is chosen' }),
    renewals: z.array(z.string()).meta({ description: 'Products whose renewals use this card' }),
  })
  .meta({ id: 'SavedCard' })
export type SavedCard = z.input<typeof savedCard>

export const unknownCard = refusals({ unknown_card: [404, 'Card not found'] })

export const cards = {
  list: endpoint({
    method: 'GET',
    path: '/user/cards',
    who: 'user',
    summary: 'List my saved cards',
    description:
      'Newest first. Stripe stores the cards; the store knows only the fields in this response. Empty in a store without card payments.',
    limit: { max: 120, seconds: 600, by: 'user' },
    result: z.array(savedCard),
    refusals: {
      provider_unreachable: providerRefusals.provider_unreachable,
      payment_account_broken: providerRefusals.payment_account_broken,
    },
  }),
  begin: endpoint({
    method: 'POST',
    path: '/user/cards/begin',
    who: 'user',
    summary: 'Start adding a card',
    description:
      'Confirm the setup with the provider’s script and `client_secret`, then call `POST /user/cards`.',
    limit: { max: 30, seconds: 3600, by: 'user' },
    status: 201,
    result: z.object({ setup_id: z.string(), client_secret: z.string() }),
    refusals: {
      ...providerRefusals,
      ...refusals({
        too_many_cards: [409, `You can save up to ${mostCards} cards. Remove one first.`],
      }),
    },
  }),
  add: endpoint({
    method: 'POST',
    path: '/user/cards',
    who: 'user',
    summary: 'Finish adding a card',
    description:
      'Saves the card of a setup that the provider has confirmed. The first card becomes the default. Repeating the request returns the same card.',
    limit: { max: 40, seconds: 3600, by: 'user' },
    body: z.object({
      setup_id: z
        .string()
        .regex(/^\w{1,255}$/, 'This is not a setup ID')
        .meta({ example: 'seti_1Qx3fT2eZvKYlo2C' }),
      make_default: z.boolean().default(false),
    }),
    result: savedCard,
    refusals: {
      ...providerRefusals,
      ...refusals({ not_confirmed: [409, 'This card has not been confirmed'] }),
    },
  }),
  makeDefault: endpoint({
    method: 'PUT',
    path: '/user/cards/default',
    who: 'user',
    summary: 'Set my default card',
    description: 'Failed renewals are retried with this card shortly afterwards.',
    limit: { max: 60, seconds: 3600, by: 'user' },
    body: z.object({ card_id: cardId }),
    result: done,
    refusals: { ...providerRefusals, ...unknownCard },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user/cards/{id}',
    who: 'user',
    summary: 'Remove a card',
    description:
      'The card cannot be charged again. If it was the default, the newest remaining card becomes the default. Renewals that used it continue with the default card.',
    limit: { max: 60, seconds: 3600, by: 'user' },
    params: z.object({ id: cardId }),
    result: done,
    refusals: {
      ...providerRefusals,
      ...unknownCard,
      ...refusals({
        card_in_use: [
          409,
          'The renewal of {product} uses this card. Choose another card for the renewal or turn it off first.',
        ],
      }),
    },
  }),
}
