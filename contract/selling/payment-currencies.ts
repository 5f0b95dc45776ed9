import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { currencyRefusals, providerRefusals } from './payment-refusals.ts'

const plain = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 18 })

export const paymentCurrencies = {
  list: endpoint({
    method: 'GET',
    path: '/crypto/available_currencies',
    who: 'anyone',
    summary: 'List the currencies for crypto payments',
    duringMaintenance: true,
    cached: 'currencies',
    result: z.array(
      z.object({
        code: z.string().meta({ example: 'usdttrc20' }),
        symbol: z.string().meta({ example: 'USDT' }),
        name: z.string().meta({ example: 'Tether (TRC-20)' }),
      }),
    ),
    refusals: providerRefusals,
  }),
  estimate: endpoint({
    method: 'GET',
    path: '/crypto/estimated_price',
    who: 'anyone',
    summary: 'Convert an amount to a cryptocurrency',
    limit: { max: 60, seconds: 60, by: 'address' },
    produces: 'text/plain',
    query: z.object({
      amount: z
        .string()
        .regex(/^\d{1,7}(\.\d{1,2})?$/, 'Must be an amount such as 19.99')
        .transform((units) => Math.round(Number(units) * 100))
        .refine((cents) => cents > 0, 'The amount must be greater than 0')
        .meta({ description: 'In the shop’s currency', example: '19.99' }),
      currency: z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^[a-z0-9]{2,20}$/)
        .meta({ example: 'btc' }),
    }),
    // Wallets do not accept exponents, nor digits beyond the precision of a double.
    result: z.codec(z.string().meta({ example: '0.00021' }), z.number(), {
      decode: Number,
      encode: (coins) => plain.format(coins),
    }),
    refusals: { ...providerRefusals, ...currencyRefusals },
  }),
}
