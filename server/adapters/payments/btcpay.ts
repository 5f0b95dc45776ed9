import { createHmac, timingSafeEqual } from 'node:crypto'
import { shopCurrency } from '#contract/wire/currency.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { type BtcpayAccess, btcpayApi } from './btcpay-api.ts'
import { coinOf } from './btcpay-coins.ts'
import * as answers from './btcpay-responses.ts'
import { btcpaySender } from './btcpay-sender.ts'
import type { CoinSender, CryptoPayment, CryptoProvider } from './crypto-provider.ts'
import { memoized } from './memoize.ts'
import { requireOwnCurrency } from './own-currency.ts'
import { ProviderDown } from './payments.ts'

type Options = BtcpayAccess & { webhookSecret: string }

const fiveMinutes = 300_000
const minuteMs = 60_000
/** How long the server watches for late payments: as long as the shop does. */
const monitoringMinutes = 7 * 24 * 60

export function btcpayProvider(options: Options): CryptoProvider & CoinSender {
  const { ask, store } = btcpayApi(options)

  const methods = memoized(fiveMinutes, async (_all: 'all') => {
    const given = await ask(
      'GET',
      `${store}/payment-methods?onlyEnabled=true`,
      answers.storePaymentMethods,
    )
    return given.flatMap(({ paymentMethodId, enabled }) => {
      const coin = enabled && coinOf(paymentMethodId)
      return coin ? [{ ...coin, paymentMethodId }] : []
    })
  })

  async function methodOf(currency: string) {
    const method = (await methods('all')).find(({ code }) => code === currency)
    if (!method)
      throw new ProviderDown(
        `BTCPay Server: the payment method for ${currency} is no longer available`,
      )
    return method
  }

  async function readPayment(id: string, known?: answers.Invoice): Promise<CryptoPayment> {
    const path = `${store}/invoices/${encodeURIComponent(id)}`
    const [invoice, each] = await Promise.all([
      known ?? ask('GET', path, answers.invoice),
      ask('GET', `${path}/payment-methods`, answers.paymentMethods),
    ])
    const method = each.find(({ totalPaid }) => totalPaid > 0) ?? each[0]
    if (!method?.destination) throw new ProviderDown('BTCPay Server: the invoice has no address')
    return presentPayment(invoice, { ...method, destination: method.destination })
  }

  return {
    name: 'btcpay',
    ...btcpaySender(options),

    async check() {
      await ask('GET', `${store}/payment-methods`, answers.storePaymentMethods)
    },

    async currencies() {
      return (await methods('all')).map(({ code, symbol, name }) => ({ code, symbol, name }))
    },

    async estimate(amountCents, currency) {
      const { symbol, digits } = await methodOf(currency)
      const query = new URLSearchParams({ currencyPair: `${symbol}_${shopCurrency()}` })
      const [found] = await ask('GET', `${store}/rates?${query}`, answers.rates)
      if (!found?.rate) {
        throw new ProviderDown(
          `BTCPay Server: no exchange rate for ${symbol}: ${found?.errors?.join(', ')}`,
        )
      }
      return Number((amountCents / 100 / found.rate).toFixed(digits))
    },

    /** Any amount, unless the server's owner has set a limit, which rejects the invoice. */
    async minimumCents() {
      return 1
    },

    async createPayment({ orderId, amountCents, currency, description, expiresAt }) {
      const { paymentMethodId } = await methodOf(currency)
      const window = Math.ceil((expiresAt.getTime() - clock.now()) / minuteMs)
      const invoice = await ask('POST', `${store}/invoices`, answers.invoice, {
        amount: (amountCents / 100).toFixed(2),
        currency: shopCurrency(),
        metadata: { orderId, shopOrder: orderId, itemDesc: description },
        checkout: {
          paymentMethods: [paymentMethodId],
          lazyPaymentMethods: false,
          expirationMinutes: Math.max(1, window),
          monitoringMinutes,
        },
      })
      return readPayment(invoice.id, invoice)
    },

    getPayment: (id) => readPayment(id),

    verifyWebhook(body, signature) {
      if (!isSigned(body, signature, options.webhookSecret)) return null
      const payload = JSON.parse(body.toString('utf8'))
      const event = answers.event.parse(payload)
      const { deliveryId, originalDeliveryId, type, metadata } = event
      const id = originalDeliveryId || deliveryId
      const topic = invoiceOf(event)
      // The store may have invoices of others than the shop, and some cannot be paid.
      if (!topic || (metadata && !metadata.shopOrder)) return { id, type, payload, foreign: true }
      return { id, type, payload, topic }
    },

    understand: (payload) => ({
      paymentId: invoiceOf(answers.event.parse(payload)),
      status: undefined,
      actuallyPaid: 0,
    }),
  }
}

function invoiceOf({ type, invoiceId }: answers.Event): string | null {
  return (news.some((name) => name === type) && invoiceId) || null
}

/** Events after which the shop reads the invoice again. */
const news = [
  'InvoiceReceivedPayment',
  'InvoicePaymentSettled',
  'InvoiceProcessing',
  'InvoiceExpired',
  'InvoiceSettled',
  'InvoiceInvalid',
] as const

/** The first one only proves to the shop that events arrive. */
export const btcpayEvents = ['InvoiceCreated', ...news] as const

function presentPayment(
  invoice: answers.Invoice,
  method: answers.PaymentMethod & { destination: string },
): CryptoPayment {
  const { paymentMethodId, destination, totalPaid, due, payments } = method
  const coin = coinOf(paymentMethodId)
  // Not its `orderId`, which buyers at a point of sale or payment button of the store can set.
  const orderId = invoice.metadata?.shopOrder || null
  const { currency } = invoice
  requireOwnCurrency(`BTCPay Server: invoice ${invoice.id}`, { orderId, currency })
  return {
    id: invoice.id,
    parentId: null,
    furtherIds: [],
    purchaseId: null,
    orderId,
    status: answers.statusOf(invoice, method),
    providerStatus: invoice.status,
    settled: invoice.status === 'Settled',
    amountCents: Math.round((invoice.amount ?? 0) * 100),
    payAddress: destination,
    payExtraId: null,
    network: paymentMethodId.endsWith('-LN') ? 'lightning' : (coin?.code ?? null),
    payAmount: Number((totalPaid + due).toFixed(coin?.digits ?? 12)),
    payCurrency: coin?.code ?? paymentMethodId.toLowerCase(),
    actuallyPaid: totalPaid,
    confirmed: answers.isConfirmed(payments),
    transactionId: payments[0]?.id.replace(/-\d+$/, '').slice(0, 200) ?? null,
  }
}

/** Verifies `BTCPay-Sig`: swagger.template.webhooks.json of BTCPay Server. */
function isSigned(body: Buffer, signature: string, secret: string): boolean {
  const expected = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  const [given, wanted] = [Buffer.from(signature), Buffer.from(expected)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
