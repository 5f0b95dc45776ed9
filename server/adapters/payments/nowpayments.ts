import type * as z from 'zod'
import { memoized } from './memoize.ts'
import * as answers from './nowpayments-responses.ts'
import { isSigned } from './nowpayments-signature.ts'
import { type CryptoProvider, ProviderDown, ProviderRefused } from './payments.ts'

type Options = {
  apiKey: string
  ipnSecret: string
  /** Base of the API, without `/v1`. */
  url: string
  /** Where its notifications go. */
  callbackUrl: string
  timeoutMs?: number
}

const fiveMinutes = 300_000

/** Crypto payments by NOWPayments, priced in US dollars. */
export function nowpaymentsProvider(options: Options): CryptoProvider {
  const ask = asker(options)

  const currencies = memoized(fiveMinutes, async (_all: 'all') => {
    const [all, chosen] = await Promise.all([
      ask('GET', '/v1/full-currencies', answers.currencies),
      ask('GET', '/v1/merchant/coins', answers.merchantCoins),
    ])
    return all.currencies
      .filter(({ code, enable }) => enable && chosen.selectedCurrencies.includes(code))
      .sort((a, b) => (a.priority ?? Infinity) - (b.priority ?? Infinity))
      .map(({ code, name, ticker }) => ({ code, name, symbol: (ticker ?? code).toUpperCase() }))
  })

  const minimumCents = memoized(fiveMinutes, async (currency: string) => {
    const query = new URLSearchParams({ currency_from: currency, fiat_equivalent: 'usd' })
    const answer = await ask('GET', `/v1/min-amount?${query}`, answers.minimum)
    return Math.ceil(answer.fiat_equivalent * 100)
  })

  return {
    async check() {
      await ask('GET', '/v1/merchant/coins', answers.merchantCoins)
    },
    currencies: () => currencies('all'),
    minimumCents,

    async estimate(amountCents, currency) {
      const query = new URLSearchParams({
        amount: (amountCents / 100).toFixed(2),
        currency_from: 'usd',
        currency_to: currency,
      })
      const answer = await ask('GET', `/v1/estimate?${query}`, answers.estimate)
      return answer.estimated_amount
    },

    createPayment: ({ orderId, amountCents, currency, description }) =>
      ask('POST', '/v1/payment', answers.payment, {
        price_amount: amountCents / 100,
        price_currency: 'usd',
        pay_currency: currency,
        order_id: orderId,
        order_description: description,
        ipn_callback_url: options.callbackUrl,
      }),

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

/** Calls the API with its key; throws ProviderRefused for its 4xx and ProviderDown otherwise. */
function asker({ apiKey, url, timeoutMs = 10_000 }: Options) {
  return async function ask<S extends z.ZodType>(
    method: 'GET' | 'POST',
    path: string,
    schema: S,
    body?: object,
  ): Promise<z.output<S>> {
    const what = `NOWPayments, ${method} ${path.split('?')[0]}`
    const { status, text } = await send()
    if (status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status))
      throw new ProviderRefused(`${what}: ${status} ${text.slice(0, 300)}`)
    if (status >= 300) throw new ProviderDown(`${what}: ${status} ${text.slice(0, 300)}`)
    const parsed = schema.safeParse(asJson(text))
    if (parsed.success) return parsed.data
    throw new ProviderDown(`${what}: not understood, ${parsed.error.issues[0]?.message}`)

    async function send() {
      try {
        const response = await fetch(`${url}${path}`, {
          method,
          headers: {
            'x-api-key': apiKey,
            ...(body && { 'content-type': 'application/json' }),
          },
          body: body && JSON.stringify(body),
          signal: AbortSignal.timeout(timeoutMs),
        })
        return { status: response.status, text: await response.text() }
      } catch (error) {
        throw new ProviderDown(`${what}: ${(error as Error).message}`, { cause: error })
      }
    }
  }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
