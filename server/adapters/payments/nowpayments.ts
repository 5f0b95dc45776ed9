import { shopCurrency } from '#contract/wire/currency.ts'
import type { CryptoProvider } from './crypto-provider.ts'
import { jsonApi } from './json-api.ts'
import { memoized } from './memoize.ts'
import * as answers from './nowpayments-responses.ts'
import { isSigned } from './nowpayments-signature.ts'
import { askedCurrency } from './own-currency.ts'
import { ProviderMisconfigured, ProviderRefused } from './payments.ts'

type Options = {
  apiKey: string
  ipnSecret: string
  /** Base URL of the API, without `/v1`. */
  url: string
  callbackUrl: string
  timeoutMs?: number
}

const fiveMinutes = 300_000
/** How long NOWPayments may take to create a payment, as in its own SDK, in milliseconds. */
const createWithin = 30_000

export function nowpaymentsProvider(options: Options): CryptoProvider {
  const { url, apiKey, timeoutMs } = options
  const headers = { 'x-api-key': apiKey }
  const ask = jsonApi({
    provider: 'NOWPayments',
    url,
    headers,
    ...(timeoutMs !== undefined && { timeoutMs }),
  })

  async function listCurrencies() {
    const [all, chosen] = await Promise.all([
      ask('GET', '/v1/full-currencies', answers.currencies),
      ask('GET', '/v1/merchant/coins', answers.merchantCoins),
    ])
    const offered = all.currencies
      .filter(({ code, enable }) => enable && chosen.includes(code))
      .sort((a, b) => (a.priority ?? Infinity) - (b.priority ?? Infinity))
      .map(({ code, name, ticker }) => ({ code, name, symbol: (ticker ?? code).toUpperCase() }))
    if (offered[0]) await requirePricing(offered[0].code)
    return offered
  }

  const currencies = memoized(fiveMinutes, (_shopCurrency: string) => listCurrencies())

  /** NOWPayments supports fewer currencies than the shop ('Get estimated price' in its docs). */
  async function requirePricing(coin: string) {
    try {
      await estimate(100, coin)
    } catch (error) {
      if (error instanceof ProviderRefused) throw cannotPrice(error)
      throw error
    }
  }

  async function estimate(amount: number, currency: string) {
    const query = new URLSearchParams({
      amount: amount.toFixed(2),
      currency_from: askedCurrency(),
      currency_to: currency,
    })
    const answer = await ask('GET', `/v1/estimate?${query}`, answers.estimate)
    return answer.estimated_amount
  }

  const minimum = memoized(fiveMinutes, async (pair: string) => {
    const [coin = '', fiat = ''] = pair.split(' ')
    const query = new URLSearchParams({ currency_from: coin, fiat_equivalent: fiat })
    const answer = await ask('GET', `/v1/min-amount?${query}`, answers.minimum)
    if (answer.fiat_equivalent === undefined) throw cannotPrice()
    return Math.ceil(answer.fiat_equivalent * 100)
  })

  return {
    name: 'nowpayments',

    async check() {
      await listCurrencies()
    },
    currencies: () => currencies(askedCurrency()),
    minimumCents: (coin) => minimum(`${coin} ${askedCurrency()}`),

    estimate: (amountCents, currency) => estimate(amountCents / 100, currency),

    createPayment({ orderId, amountCents, currency, description }) {
      const wanted = {
        price_amount: amountCents / 100,
        price_currency: askedCurrency(),
        pay_currency: currency,
        order_id: orderId,
        order_description: description,
        ipn_callback_url: options.callbackUrl,
      }
      return ask('POST', '/v1/payment', answers.payment, wanted, timeoutMs ?? createWithin)
    },

    getPayment: (id) => ask('GET', `/v1/payment/${encodeURIComponent(id)}`, answers.payment),

    verifyWebhook(body, signature) {
      const payload = JSON.parse(body.toString('utf8'))
      if (!isSigned(payload, signature, options.ipnSecret)) return null
      const { payment_id, payment_status, actually_paid } = answers.notification.parse(payload)
      const id = [payment_id, payment_status, actually_paid].filter((part) => part != null)
      return { id: id.join(':'), type: payment_status, payload, topic: payment_id }
    },

    understand(payload) {
      const { payment_id, payment_status, actually_paid } = answers.notification.parse(payload)
      const status = answers.statuses[payment_status]
      return { paymentId: payment_id, status, actuallyPaid: actually_paid ?? 0 }
    },
  }
}

function cannotPrice(cause?: ProviderRefused) {
  return new ProviderMisconfigured(
    `NOWPayments does not support ${shopCurrency()}, the shop’s currency. Remove its API key, and use a BTCPay Server for crypto payments.`,
    { cause },
  )
}
