import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { providerRefusals } from './payment-refusals.ts'
import { refusals } from './refusals.ts'
import { done } from './wire.ts'

/** Maximum number of saved cards per customer. */
export const mostCards = 20

export const cardId = z
  .string()
  .regex(/^\w{1,255}$/, 'This is no id of a card')
  .meta({ description: 'Of the payment provider', example: 'pm_1Qx3fT2eZvKYlo2C' })

export const savedCard = z
  .object({
    id: cardId,
    brand: z.string().meta({ description: 'In the provider’s words', example: 'visa' }),
    last4: z.string().meta({ example: '4242' }),
    exp_month: z.int().meta({ example: 12 }),
    exp_year: z.int().meta({ example: 2029 }),
    expired: z.boolean(),
    default: z.boolean().meta({ description: 'Charged where nothing else was chosen' }),
    renewals: z.array(z.string()).meta({ description: 'The products that renew by it' }),
  })
  .meta({ id: 'SavedCard' })
export type SavedCard = z.input<typeof savedCard>

export const unknownCard = refusals({ unknown_card: [404, 'Card not found'] })

export const cards = {
  list: endpoint({
    method: 'GET',
    path: '/user/cards',
    who: 'user',
    summary: 'My saved cards',
    description:
      'The latest first. The provider keeps them: the store knows no more of a card than what is here. Empty in a store without card payments.',
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
    summary: 'Begin to add a card',
    description:
      'Confirm the setup with the provider’s script and `client_secret`; then tell `POST /user/cards`.',
    limit: { max: 30, seconds: 3600, by: 'user' },
    status: 201,
    result: z.object({ setup_id: z.string(), client_secret: z.string() }),
    refusals: {
      ...providerRefusals,
      ...refusals({
        too_many_cards: [409, `You can keep ${mostCards} cards. Please remove one first.`],
      }),
    },
  }),
  add: endpoint({
    method: 'POST',
    path: '/user/cards',
    who: 'user',
    summary: 'Finish adding a card',
    description:
      'Of a setup that the provider has confirmed. The first card becomes the default. Asking again answers the same.',
    limit: { max: 40, seconds: 3600, by: 'user' },
    body: z.object({
      setup_id: z
        .string()
        .regex(/^\w{1,255}$/, 'This is no id of a setup')
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
    summary: 'Choose my default card',
    description: 'Renewals whose payment failed are charged to it a moment later.',
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
      'It cannot be charged again. When it was the default, the latest of the others takes its place. Renewals by it go on with the default.',
    limit: { max: 60, seconds: 3600, by: 'user' },
    params: z.object({ id: cardId }),
    result: done,
    refusals: {
      ...providerRefusals,
      ...unknownCard,
      ...refusals({
        card_in_use: [
          409,
          'This card pays the renewal of {product}. Choose another card for it or stop it first.',
        ],
      }),
    },
  }),
}
