import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { type Currency, currencies } from '#contract/wire/currency.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { Failure } from '../failure.ts'
import { injectFaults } from '../faults.ts'
import { findFiat, fromDollars } from '../fiat.ts'
import { randomText, unixNow } from '../ids.ts'
import { findCurrency, rateAt } from '../nowpayments/currencies.ts'
import type { Switches } from '../switches.ts'
import {
  type BtcpayWorld,
  createInvoice,
  invoiceBody,
  methods,
  methodsBody,
  type Webhook,
} from './invoices.ts'
import type {
  ApiKeyData,
  NewWebhookData,
  PayoutProcessorData,
  RateData,
  StorePaymentMethodData,
  WebhookData,
} from './published.ts'
import {
  archive,
  claim,
  claimBody,
  claimsOf,
  findPullPayment,
  pullPaymentBody,
} from './pull-payments.ts'

// The server ignores unknown fields. Here they fail, so that a misspelled one is found.
const checkout = z.strictObject({
  paymentMethods: z.tuple([z.enum(methods, 'Invalid payment method')]).default(['BTC-CHAIN']),
  lazyPaymentMethods: z.boolean().nullish(),
  expirationMinutes: z.number().min(1).default(15),
  monitoringMinutes: z.number().min(0).default(1440),
})

const invoiceCreate = z.strictObject({
  amount: z.string().regex(/^\d+(\.\d+)?$/, 'The amount must be a decimal'),
  currency: z
    .string()
    .transform(findFiat)
    .pipe(z.enum(Object.keys(currencies) as Currency[])),
  metadata: z.record(z.string(), z.unknown()).default({}),
  checkout: checkout.prefault({}),
})

const webhookCreate = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: 'The url must be http or https' }),
  secret: z.string().optional(),
  enabled: z.boolean().default(true),
  automaticRedelivery: z.boolean().default(true),
  authorizedEvents: z
    .strictObject({
      everything: z.boolean().default(true),
      specificEvents: z.array(z.string()).default([]),
    })
    .default({ everything: true, specificEvents: [] }),
})

const pullPaymentCreate = z.strictObject({
  name: z.string().default(''),
  amount: z.string().regex(/^\d+(\.\d+)?$/, 'The amount must be a decimal'),
  currency: z.string(),
  autoApproveClaims: z.boolean().nullish(),
  payoutMethods: z.tuple([z.enum(methods, 'Invalid payout method')]),
  /** In days. */
  BOLT11Expiration: z.number().min(0).default(30),
})

const claimCreate = z.strictObject({
  destination: z.string().min(1),
  amount: z.string().regex(/^\d+(\.\d+)?$/, 'The amount must be a decimal'),
  payoutMethodId: z.string(),
})

const storeClaimCreate = claimCreate.extend({
  pullPaymentId: z.string(),
  approved: z.boolean().optional(),
})

type InStore = { Params: { store: string } }
type Draw = { Params: { id: string }; Querystring: { includeCancelled?: string } }
type WithId = { Params: { store: string; id: string } }

const shown = ({ secret: _, ...webhook }: Webhook): WebhookData => webhook

/** The Greenfield API of a BTCPay Server with one store. Register it under `/btcpay/api/v1`. */
export function btcpayApi(world: BtcpayWorld, switches: Switches, apiKey: string) {
  return async (app: FastifyInstance): Promise<void> => {
    const unhandled = { code: 'generic-error', message: 'An error occurred' }
    injectFaults(app, switches, 'btcpay', unhandled)
    app.setErrorHandler((error, request, reply) => {
      if (error instanceof z.ZodError) {
        const issues = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
        return reply.code(422).send(issues)
      }
      if (error instanceof Failure)
        return reply.code(error.status).send({ code: error.code, message: error.message })
      request.log.error(error)
      return reply.code(500).send(unhandled)
    })
    app.addHook('preHandler', async (request) => {
      if (request.headers.authorization !== `token ${apiKey}`)
        throw new Failure(
          401,
          'unauthenticated',
          'Authentication is required for accessing this endpoint',
        )
      const { store } = request.params as Partial<InStore['Params']>
      if (store !== undefined && store !== world.storeId)
        throw new Failure(403, 'missing-permission', 'Insufficient API Permissions for this store')
    })

    app.get(
      '/api-keys/current',
      (): ApiKeyData => ({
        apiKey,
        label: 'Sandbox',
        permissions: [
          'cancreateinvoice',
          'canviewinvoices',
          'canviewstoresettings',
          'webhooks.canmodifywebhooks',
          'cancreatepullpayments',
          'canarchivepullpayments',
        ].map((name) => `btcpay.store.${name}:${world.storeId}`),
      }),
    )

    app.get<InStore>('/stores/:store/payment-methods', (): StorePaymentMethodData[] =>
      methods.map((paymentMethodId) => ({ paymentMethodId, enabled: true })),
    )
    // The store has no processor for Lightning.
    app.get<InStore>('/stores/:store/payout-processors', (): PayoutProcessorData[] => [
      {
        name: 'OnChainAutomatedPayoutSenderFactory',
        friendlyName: 'Automated Bitcoin Sender',
        payoutMethods: methods.filter((method) => method.endsWith('-CHAIN')),
      },
    ])
    app.get<InStore & { Querystring: { currencyPair?: string } }>(
      '/stores/:store/rates',
      ({ query }): RateData[] => {
        const pair = query.currencyPair ?? ''
        const [coin = '', code = ''] = pair.split('_')
        const [currency, fiat] = [findCurrency(coin), findFiat(code)]
        if (!currency || !fiat)
          return [{ currencyPair: pair, errors: ['RateUnavailable'], rate: null }]
        return [
          {
            currencyPair: pair,
            errors: [],
            rate: fromDollars(rateAt(currency, clock.now()), fiat).toFixed(8),
          },
        ]
      },
    )

    app.post<InStore>('/stores/:store/invoices', ({ body }) => {
      const { amount, currency, metadata, checkout } = invoiceCreate.parse(body)
      const { paymentMethods, expirationMinutes, monitoringMinutes } = checkout
      const [method] = paymentMethods
      const given = { amount, currency, metadata, method, expirationMinutes, monitoringMinutes }
      return invoiceBody(createInvoice(world, given), world.storeId)
    })
    app.get<WithId>('/stores/:store/invoices/:id', ({ params }) =>
      invoiceBody(invoiceOf(world, params.id), world.storeId),
    )
    app.get<WithId>('/stores/:store/invoices/:id/payment-methods', ({ params }) =>
      methodsBody(invoiceOf(world, params.id)),
    )

    const { pullPayments } = world
    app.post<InStore>('/stores/:store/pull-payments', ({ body }) => {
      const { payoutMethods, autoApproveClaims, ...given } = pullPaymentCreate.parse(body)
      const id = randomText(22)
      const made = {
        ...{ id, ...given, method: payoutMethods[0] },
        ...{ startsAt: unixNow(), archived: false },
      }
      const auto = autoApproveClaims ?? false
      return pullPaymentBody(pullPayments.all.put(id, { ...made, autoApproveClaims: auto }))
    })
    app.delete<WithId>('/stores/:store/pull-payments/:id', ({ params }, reply) => {
      archive(pullPayments, params.id)
      return reply.send()
    })
    app.get<Draw>('/pull-payments/:id/payouts', ({ params, query }) =>
      claimsOf(pullPayments, findPullPayment(pullPayments, params.id).id)
        .filter(({ state }) => query.includeCancelled === 'true' || state !== 'Cancelled')
        .map(claimBody),
    )
    app.post<InStore>('/stores/:store/payouts', ({ body }) => {
      const { pullPaymentId, ...wanted } = storeClaimCreate.parse(body)
      return claimBody(claim(pullPayments, findPullPayment(pullPayments, pullPaymentId), wanted))
    })
    /** The id alone permits a request for a payout. It waits for the operator's approval. */
    app.post<Draw>('/pull-payments/:id/payouts', ({ params, body }) =>
      claimBody(
        claim(pullPayments, findPullPayment(pullPayments, params.id), claimCreate.parse(body)),
      ),
    )

    app.get<InStore>('/stores/:store/webhooks', () => world.webhooks.all().map(shown))
    /** The secret is returned only here. */
    app.post<InStore>('/stores/:store/webhooks', ({ body }): NewWebhookData => {
      const { secret = randomText(28), ...input } = webhookCreate.parse(body)
      const id = randomText(22)
      return world.webhooks.put(id, { id, secret, ...input })
    })
    app.delete<WithId>('/stores/:store/webhooks/:id', ({ params }, reply) => {
      if (!world.webhooks.get(params.id))
        throw new Failure(404, 'webhook-not-found', 'The webhook was not found')
      world.webhooks.delete(params.id)
      return reply.send()
    })
  }
}

function invoiceOf(world: BtcpayWorld, id: string) {
  const invoice = world.invoices.get(id)
  if (!invoice) throw new Failure(404, 'invoice-not-found', 'The invoice was not found')
  return invoice
}
