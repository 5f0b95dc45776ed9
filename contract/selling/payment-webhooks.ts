import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { refusals } from '#contract/wire/refusals.ts'

const common = {
  method: 'POST',
  who: 'anyone',
  duringMaintenance: true,
  beforeOpening: true,
  ignoresQuery: true,
  result: z.object({ received: z.literal(true) }),
} as const

const signedRefusals = refusals({ wrong_signature: [400, 'The signature does not match'] })

export const paymentWebhooks = {
  stripe: endpoint({
    ...common,
    path: '/webhooks/stripe',
    summary: 'Receive Stripe events',
    description:
      'Signed by `Stripe-Signature` over the raw body. The event is stored and acknowledged, then processed by a job.',
    body: z.looseObject({ id: z.string(), type: z.string() }),
    refusals: signedRefusals,
  }),
  nowpayments: endpoint({
    ...common,
    path: '/webhooks/nowpayments',
    bodyLimit: 32 * 1024,
    summary: 'Receive NOWPayments notifications',
    description:
      'Signed by `x-nowpayments-sig`. The content is only a hint: the shop reads the payment from the provider.',
    body: z.looseObject({
      payment_id: z.union([z.number(), z.string()]),
      payment_status: z.string(),
    }),
    refusals: signedRefusals,
  }),
  btcpay: endpoint({
    ...common,
    path: '/webhooks/btcpay',
    bodyLimit: 256 * 1024,
    summary: 'Receive BTCPay Server events',
    description:
      'Signed by `BTCPay-Sig` over the raw body. The content is only a hint: the shop reads the invoice from the server.',
    body: z.looseObject({ deliveryId: z.string(), type: z.string() }),
    refusals: signedRefusals,
  }),
}
