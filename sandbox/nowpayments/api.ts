import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Currency as FiatCurrency } from '#contract/wire/currency.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { Failure } from '../failure.ts'
import { injectFaults } from '../faults.ts'
import { findFiat, fromDollars } from '../fiat.ts'
import type { Switches } from '../switches.ts'
import { type Currency, findCurrency, knownCurrencies, rateAt, toCoins } from './currencies.ts'
import { type CryptoWorld, createPayment, type Payment, statusBody } from './payments.ts'
import type { Creation } from './published.ts'

const optional = z.string().optional()
const paymentCreate = z.object({
  price_amount: z.number().positive(),
  price_currency: z.string(),
  pay_currency: z.string(),
  order_id: optional,
  order_description: optional,
  ipn_callback_url: z.url().optional(),
  is_fixed_rate: z.boolean().optional(),
  is_fee_paid_by_user: z.boolean().optional(),
  purchase_id: z.union([z.string().regex(/^\d+$/), z.number()]).optional(),
})
const estimateQuery = z.object({
  amount: z.coerce.number().positive(),
  currency_from: z.string(),
  currency_to: z.string(),
})
const minimumQuery = z.object({
  currency_from: z.string(),
  currency_to: optional,
  fiat_equivalent: optional,
})

function read<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const { path, message } = result.error.issues[0]!
  throw new Failure(400, 'INVALID_REQUEST_PARAMS', `${path.join('.')}: ${message}`)
}

function currencyOf(code: string): Currency {
  const currency = findCurrency(code)
  if (!currency)
    throw new Failure(400, 'BAD_REQUEST', `Currency ${code.toUpperCase()} was not found`)
  return currency
}

/**
 * From 'Get estimated price' in the documentation of NOWPayments. No shop sells in the shekel,
 * which it also lists.
 */
const priced: readonly FiatCurrency[] = ['USD', 'EUR', 'CAD', 'GBP', 'AUD', 'RON']

const findPriced = (code: string) => priced.find((each) => each === findFiat(code))

function fiatOf(code: string) {
  const fiat = findPriced(code)
  if (!fiat) throw new Failure(400, 'BAD_REQUEST', `Currency ${code.toUpperCase()} was not found`)
  return fiat
}

function describe(currency: Currency, index: number) {
  return {
    id: 100 + index,
    code: currency.code.toUpperCase(),
    name: currency.name,
    enable: true,
    wallet_regex: null,
    priority: index + 1,
    extra_id_exists: currency.extraId,
    extra_id_regex: currency.extraId ? '^[0-9]{1,10}$' : null,
    logo_url: `/images/coins/${currency.code}.svg`,
    track: true,
    cg_id: currency.name.toLowerCase(),
    is_maxlimit: false,
    network: currency.network,
    smart_contract: null,
    network_precision: String(currency.precision),
    explorer_link_hash: null,
    precision: currency.precision,
    ticker: currency.ticker,
    is_defi: false,
    is_popular: index < 4,
    is_stable: currency.stable,
    available_for_payment: true,
  }
}

/** The response to a creation. Its ids are strings; those of a read are numbers. */
function creationBody(payment: Payment): Creation {
  return {
    payment_id: String(payment.payment_id),
    payment_status: payment.payment_status,
    pay_address: payment.pay_address,
    price_amount: payment.price_amount,
    price_currency: payment.price_currency,
    pay_amount: payment.pay_amount,
    pay_currency: payment.pay_currency,
    order_id: payment.order_id,
    order_description: payment.order_description,
    ipn_callback_url: payment.ipn_callback_url,
    created_at: payment.created_at,
    updated_at: payment.updated_at,
    purchase_id: String(payment.purchase_id),
    amount_received: null,
    payin_extra_id: payment.payin_extra_id,
    smart_contract: '',
    network: payment.network,
    network_precision: findCurrency(payment.pay_currency)?.precision ?? null,
    time_limit: null,
    burning_percent: null,
    expiration_estimate_date: payment.valid_until,
    is_fixed_rate: payment.is_fixed_rate,
    is_fee_paid_by_user: payment.is_fee_paid_by_user,
    valid_until: payment.valid_until,
    type: 'crypto2crypto',
    product: 'api',
  }
}

/** The API of NOWPayments. Register it under `/nowpayments/v1`. */
export function nowpaymentsApi(world: CryptoWorld, switches: Switches, apiKey: string) {
  return async (app: FastifyInstance): Promise<void> => {
    injectFaults(app, switches, 'nowpayments', {
      statusCode: 500,
      code: 'INTERNAL_ERROR',
      message: 'Internal server error',
    })
    app.setErrorHandler((error, request, reply) => {
      const { status, code, message } =
        error instanceof Failure
          ? error
          : new Failure(500, 'INTERNAL_ERROR', 'Internal server error')
      if (status === 500) request.log.error(error)
      return reply.code(status).send({ status: false, statusCode: status, code, message })
    })
    app.setNotFoundHandler(() => {
      throw new Failure(404, 'NOT_FOUND', 'Not found')
    })
    app.get('/status', () => ({ message: 'OK' }))

    app.register(async (keyed) => {
      keyed.addHook('preHandler', async (request) => {
        if (request.headers['x-api-key'] !== apiKey)
          throw new Failure(403, 'INVALID_API_KEY', 'Invalid api key')
      })
      keyed.get('/currencies', () => ({ currencies: knownCurrencies.map(({ code }) => code) }))
      keyed.get('/full-currencies', () => ({ currencies: knownCurrencies.map(describe) }))
      keyed.get('/merchant/coins', () => ({
        selectedCurrencies: knownCurrencies.map(({ code }) => code.toUpperCase()),
      }))
      keyed.get('/estimate', (request) => {
        const query = read(estimateQuery, request.query)
        const fiat = fiatOf(query.currency_from)
        const coins = toCoins(query.amount, fiat, currencyOf(query.currency_to), clock.now())
        return {
          currency_from: fiat.toLowerCase(),
          amount_from: query.amount,
          currency_to: query.currency_to.toLowerCase(),
          estimated_amount: coins,
        }
      })
      keyed.get('/min-amount', (request) => {
        const query = read(minimumQuery, request.query)
        const currency = currencyOf(query.currency_from)
        const fiat = query.fiat_equivalent && findPriced(query.fiat_equivalent)
        return {
          currency_from: currency.code,
          currency_to: query.currency_to?.toLowerCase() ?? currency.code,
          min_amount: toCoins(currency.minimum, 'USD', currency, clock.now()),
          ...(fiat && { fiat_equivalent: fromDollars(currency.minimum, fiat) }),
        }
      })
      keyed.post('/payment', (request, reply) => {
        const input = read(paymentCreate, request.body)
        const currency = currencyOf(input.pay_currency)
        const fiat = fiatOf(input.price_currency)
        const minimum = currency.minimum / rateAt(currency, clock.now())
        if (
          toCoins(input.price_amount, fiat, currency, clock.now()) < minimum &&
          !input.purchase_id
        )
          throw new Failure(400, 'AMOUNT_MINIMAL_ERROR', 'Crypto amount is less than minimal')
        return reply.code(201).send(creationBody(createPayment(world, currency, input)))
      })
      keyed.get('/payment/:id', (request) => {
        const { id } = request.params as { id: string }
        const payment = world.payments.get(id)
        if (!payment) throw new Failure(404, 'PAYMENT_NOT_FOUND', 'Payment not found')
        return statusBody(payment)
      })
    })
  }
}
