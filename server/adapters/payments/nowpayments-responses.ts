import * as z from 'zod'
import type { PaymentStatus } from '#contract/selling/orders.ts'
import type { CryptoPayment } from './crypto-provider.ts'
import { requireOwnCurrency } from './own-currency.ts'

// Ids are numbers in some responses and text in others; amounts can be either.
const anyId = z.union([z.string().min(1), z.number()]).transform(String)
const amount = z.coerce.number().nonnegative()

export const statuses: Record<string, PaymentStatus | undefined> = {
  waiting: 'waiting',
  confirming: 'confirming',
  confirmed: 'confirming',
  sending: 'confirming',
  partially_paid: 'partially_paid',
  finished: 'finished',
  failed: 'failed',
  refunded: 'refunded',
  expired: 'expired',
  cancelled: 'expired',
}

export const payment = z
  .object({
    payment_id: anyId,
    parent_payment_id: anyId.nullish(),
    purchase_id: anyId.nullish(),
    order_id: z.string().nullish(),
    payment_status: z.string().max(100),
    price_amount: amount,
    price_currency: z.string(),
    pay_address: z.string().min(1),
    payin_extra_id: anyId.nullish(),
    network: z.string().nullish(),
    pay_amount: amount,
    pay_currency: z.string(),
    actually_paid: amount.nullish(),
    payin_hash: z.string().max(200).nullish(),
    payment_extra_ids: z.array(anyId).nullish().catch(null),
  })
  .transform((answer): CryptoPayment => {
    const orderId = answer.order_id ?? null
    requireOwnCurrency(`NOWPayments: payment ${answer.payment_id}`, {
      orderId,
      currency: answer.price_currency,
    })
    return {
      id: answer.payment_id,
      parentId: answer.parent_payment_id ?? null,
      furtherIds: answer.payment_extra_ids ?? [],
      purchaseId: answer.purchase_id ?? null,
      orderId,
      status: statuses[answer.payment_status] ?? 'unknown',
      providerStatus: answer.payment_status,
      // 'finished' guarantees neither coin nor amount: "Repeated Deposits" and "Wrong-Asset
      // Deposits" in the documentation of NOWPayments.
      settled: false,
      amountCents: Math.round(answer.price_amount * 100),
      payAddress: answer.pay_address,
      payExtraId: answer.payin_extra_id ?? null,
      network: answer.network ?? null,
      payAmount: answer.pay_amount,
      payCurrency: answer.pay_currency.toLowerCase(),
      actuallyPaid: answer.actually_paid ?? 0,
      // NOWPayments reports a payment as partial or finished once its coins are confirmed.
      confirmed: ['partially_paid', 'finished'].includes(answer.payment_status),
      transactionId: answer.payin_hash || null,
    }
  })

export const currencies = z.object({
  currencies: z.array(
    z.object({
      code: z.string().toLowerCase(),
      name: z.string(),
      ticker: z.string().nullish(),
      enable: z.boolean().default(true),
      priority: z.number().nullish(),
    }),
  ),
})

const codes = z.array(z.string().toLowerCase())

// The documentation says `currencies`; published integrations read `selectedCurrencies`.
export const merchantCoins = z
  .union([z.object({ selectedCurrencies: codes }), z.object({ currencies: codes })])
  .transform((answer) =>
    'selectedCurrencies' in answer ? answer.selectedCurrencies : answer.currencies,
  )

export const estimate = z.object({ estimated_amount: amount })

export const minimum = z.object({ fiat_equivalent: amount.optional() })

export const notification = z.looseObject({
  payment_id: anyId,
  payment_status: z.string(),
  actually_paid: amount.nullish(),
})
