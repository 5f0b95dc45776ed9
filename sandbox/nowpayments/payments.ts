import { clock } from '#server/kernel/time/clock.ts'
import type { Courier } from '../courier.ts'
import { findFiat } from '../fiat.ts'
import { randomText, tenDigits } from '../ids.ts'
import { permanent, type Store, type Table } from '../store.ts'
import { type Currency, findCurrency, rateAt, toCoins } from './currencies.ts'
import type { Notification, Read } from './published.ts'

export type Status =
  | 'waiting'
  | 'confirming'
  | 'confirmed'
  | 'sending'
  | 'partially_paid'
  | 'finished'
  | 'failed'
  | 'refunded'
  | 'expired'
  // Coins of another kind, if their automatic processing is off ("IPN and how to setup").
  | 'wrong_asset_confirmed'

export type Payment = {
  payment_id: number
  /** The payment whose address received this further transfer. */
  parent_payment_id: number | null
  /** The further transfers to its address. */
  payment_extra_ids: number[] | null
  purchase_id: number
  payment_status: Status
  pay_address: string
  payin_extra_id: string | null
  price_amount: number
  price_currency: string
  pay_amount: number
  actually_paid: number
  pay_currency: string
  order_id: string | null
  order_description: string | null
  ipn_callback_url: string | null
  is_fixed_rate: boolean
  is_fee_paid_by_user: boolean
  network: string
  payin_hash: string | null
  outcome_amount: number | null
  created_at: string
  updated_at: string
  valid_until: string
}

export type CryptoWorld = {
  payments: Table<Payment>
  /** Sends the current state of the payment to the shop. */
  notify(payment: Payment): void
}

/** How long the provider waits for the first coins. */
const validMs = 7 * 86_400_000

export function createCryptoWorld(store: Store, courier: Courier): CryptoWorld {
  return {
    payments: store.table('nowpayments_payments', permanent),
    notify(payment) {
      if (!payment.ipn_callback_url) return
      courier.send({
        provider: 'nowpayments',
        url: payment.ipn_callback_url,
        topic: payment.payment_status,
        subject: String(payment.payment_id),
        body: JSON.stringify(ipnBody(payment)),
      })
    },
  }
}

export type PaymentInput = {
  price_amount: number
  price_currency: string
  pay_currency: string
  order_id?: string
  order_description?: string
  ipn_callback_url?: string
  is_fixed_rate?: boolean
  is_fee_paid_by_user?: boolean
  purchase_id?: string | number
}

export function createPayment(
  world: CryptoWorld,
  currency: Currency,
  input: PaymentInput,
): Payment {
  const now = clock.now()
  const id = tenDigits()
  return world.payments.put(String(id), {
    payment_id: id,
    parent_payment_id: null,
    purchase_id: Number(input.purchase_id ?? tenDigits()),
    payment_status: 'waiting',
    pay_address: currency.address(),
    payin_extra_id: currency.extraId ? randomText(9, '123456789') : null,
    price_amount: input.price_amount,
    price_currency: input.price_currency,
    pay_amount: toCoins(input.price_amount, findFiat(input.price_currency) ?? 'USD', currency, now),
    actually_paid: 0,
    pay_currency: currency.code,
    order_id: input.order_id ?? null,
    order_description: input.order_description ?? null,
    ipn_callback_url: input.ipn_callback_url ?? null,
    is_fixed_rate: input.is_fixed_rate ?? false,
    is_fee_paid_by_user: input.is_fee_paid_by_user ?? false,
    network: currency.network,
    payin_hash: null,
    outcome_amount: null,
    payment_extra_ids: null,
    created_at: new Date(now).toISOString(),
    updated_at: new Date(now).toISOString(),
    valid_until: new Date(now + validMs).toISOString(),
  })
}

/**
 * A further transfer to the address of a payment. It is a payment of its own, of which only the
 * received amount is certain. See "Repeated Deposits" in the documentation, whose example has no
 * `order_id`.
 */
export function addDeposit(
  world: CryptoWorld,
  parent: Payment,
  changes: Partial<Payment> & Pick<Payment, 'actually_paid'>,
): Payment {
  const id = tenDigits()
  const now = clock.date().toISOString()
  const deposit = world.payments.put(String(id), {
    ...parent,
    payment_id: id,
    parent_payment_id: parent.payment_id,
    order_id: null,
    payin_hash: randomText(64, '0123456789abcdef'),
    created_at: now,
    updated_at: now,
    payment_status: 'finished',
    payment_extra_ids: null,
    ...changes,
  })
  world.payments.update(String(parent.payment_id), {
    payment_extra_ids: [...(parent.payment_extra_ids ?? []), id],
  })
  world.notify(deposit)
  return deposit
}

/** Updates a payment and notifies the shop. */
export function advance(world: CryptoWorld, payment: Payment, changes: Partial<Payment>): Payment {
  const id = String(payment.payment_id)
  const updated_at = clock.date().toISOString()
  const moved = world.payments.update(id, { ...changes, updated_at })
  world.notify(moved)
  return moved
}

/** The response to a read. Its ids are numbers; those of a creation are strings. */
export function statusBody(payment: Payment): Read {
  const { is_fixed_rate, is_fee_paid_by_user, ipn_callback_url, network, valid_until, ...shown } =
    payment
  return {
    ...shown,
    invoice_id: null,
    outcome_currency: payment.pay_currency,
    payout_hash: null,
    burning_percent: null,
    type: 'crypto2crypto',
  }
}

/** The body of a webhook. It has no time, and the fees are in a separate object. */
function ipnBody(payment: Payment): Notification {
  const currency = findCurrency(payment.pay_currency)
  const rate = currency ? rateAt(currency, Date.parse(payment.updated_at)) : 0
  return {
    payment_id: payment.payment_id,
    parent_payment_id: payment.parent_payment_id,
    invoice_id: null,
    payment_status: payment.payment_status,
    pay_address: payment.pay_address,
    payin_extra_id: payment.payin_extra_id,
    price_amount: payment.price_amount,
    price_currency: payment.price_currency,
    pay_amount: payment.pay_amount,
    actually_paid: payment.actually_paid,
    actually_paid_at_fiat: Number((payment.actually_paid * rate).toFixed(2)),
    pay_currency: payment.pay_currency,
    order_id: payment.order_id,
    order_description: payment.order_description,
    purchase_id: String(payment.purchase_id),
    outcome_amount: payment.outcome_amount,
    outcome_currency: payment.pay_currency,
    payment_extra_ids: null,
    fee: {
      currency: payment.pay_currency,
      depositFee: Number((payment.actually_paid * 0.001).toFixed(8)),
      withdrawalFee: 0,
      serviceFee: Number((payment.actually_paid * 0.005).toFixed(8)),
    },
  }
}
