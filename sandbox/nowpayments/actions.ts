import { clock } from '#server/kernel/time/clock.ts'
import { randomText } from '../ids.ts'
import { NotNow } from '../not-now.ts'
import { findCurrency } from './currencies.ts'
import { addDeposit, advance, type CryptoWorld, type Payment, type Status } from './payments.ts'

const onTheWay: Status[] = ['confirming', 'confirmed', 'sending']
const open: Status[] = ['waiting', 'partially_paid', ...onTheWay]

function require(payment: Payment, states: Status[]) {
  if (!states.includes(payment.payment_status))
    throw new NotNow(`Not possible: the payment is ${payment.payment_status}`)
}

function round(payment: Payment, amount: number): number {
  return Number(amount.toFixed(findCurrency(payment.pay_currency)?.precision ?? 8))
}

/** The total of all transfers to the address of a payment, in the payment's coin. */
function received(
  world: CryptoWorld,
  { payment_id, pay_currency, actually_paid }: Payment,
): number {
  return world.payments
    .all()
    .filter((each) => each.parent_payment_id === payment_id && each.pay_currency === pay_currency)
    .reduce((sum, each) => sum + each.actually_paid, actually_paid)
}

/**
 * Coins arrive, are confirmed and are forwarded, with one webhook per step. A transfer after a
 * partial payment is a payment of its own.
 */
function receive(world: CryptoWorld, payment: Payment, total: number): Payment {
  if (payment.payment_status === 'partially_paid') {
    addDeposit(world, payment, { actually_paid: round(payment, total - received(world, payment)) })
    return payment
  }
  const paid = {
    actually_paid: round(payment, total),
    payin_hash: payment.payin_hash ?? randomText(64, '0123456789abcdef'),
    outcome_amount: round(payment, total * 0.994),
  }
  const steps: Status[] = [...onTheWay, 'finished']
  const done = steps.indexOf(payment.payment_status)
  return steps
    .slice(done + 1)
    .reduce((each, status) => advance(world, each, { ...paid, payment_status: status }), payment)
}

type Action = (world: CryptoWorld, payment: Payment) => Payment

/** The actions on a crypto payment, by the name used in the panel's buttons and the control API. */
export const paymentActions: Record<string, Action> = {
  /** The full amount arrives, or the remaining amount after a partial payment. */
  confirm(world, payment) {
    require(payment, open)
    return receive(world, payment, payment.pay_amount)
  },
  underpay(world, payment) {
    require(payment, ['waiting'])
    const paid = { actually_paid: round(payment, payment.pay_amount * 0.6) }
    const seen = advance(world, payment, { ...paid, payment_status: 'confirming' })
    return advance(world, seen, { payment_status: 'partially_paid' })
  },
  /** The payment is short because a fee was deducted. */
  almost(world, payment) {
    require(payment, ['waiting'])
    const paid = { actually_paid: round(payment, payment.pay_amount * 0.995) }
    const seen = advance(world, payment, { ...paid, payment_status: 'confirming' })
    return advance(world, seen, { payment_status: 'partially_paid' })
  },
  /** A further transfer of 2 %, with the status finished. */
  'deposit-little'(world, payment) {
    require(payment, ['partially_paid', 'finished', 'expired'])
    return addDeposit(world, payment, { actually_paid: round(payment, payment.pay_amount * 0.02) })
  },
  /** The whole amount arrives again. */
  'deposit-again'(world, payment) {
    require(payment, ['partially_paid', 'finished', 'expired'])
    return addDeposit(world, payment, { actually_paid: payment.pay_amount })
  },
  /**
   * A transfer of 2 % with the order's number and the status partial, in which the received amount
   * is given as the requested one.
   */
  'deposit-own-price'(world, payment) {
    require(payment, ['partially_paid', 'finished', 'expired'])
    const coins = round(payment, payment.pay_amount * 0.02)
    const { order_id } = payment
    const status = { payment_status: 'partially_paid', pay_amount: coins } as const
    return addDeposit(world, payment, { actually_paid: coins, order_id, ...status })
  },
  /** Litecoin to the same address, with "Wrong-Asset Deposits Auto-Processing" on. */
  'deposit-other-coin'(world, payment) {
    require(payment, open)
    const coin = { pay_currency: 'ltc', network: 'ltc', pay_amount: 0.01, actually_paid: 0.01 }
    return addDeposit(world, payment, coin)
  },
  /** The same with the option off. */
  'wrong-asset'(world, payment) {
    require(payment, open)
    return advance(world, payment, { payment_status: 'wrong_asset_confirmed' })
  },
  overpay(world, payment) {
    require(payment, open)
    return receive(world, payment, payment.pay_amount * 1.25)
  },
  /** The coins are seen but remain unconfirmed. */
  delay(world, payment) {
    require(payment, ['waiting'])
    return advance(world, payment, {
      actually_paid: payment.pay_amount,
      payment_status: 'confirming',
    })
  },
  expire(world, payment) {
    require(payment, ['waiting'])
    return advance(world, payment, { payment_status: 'expired' })
  },
  /** The right amount arrives after the payment has expired. */
  'pay-late'(world, payment) {
    require(payment, ['expired'])
    return receive(world, payment, payment.pay_amount)
  },
  fail(world, payment) {
    require(payment, open)
    return advance(world, payment, { payment_status: 'failed' })
  },
  refund(world, payment) {
    require(payment, ['finished', 'partially_paid', 'failed'])
    return advance(world, payment, { payment_status: 'refunded' })
  },
}

/** Expires payments that were not paid. */
export function passTime(world: CryptoWorld): void {
  const now = clock.date().toISOString()
  for (const payment of world.payments.all())
    if (payment.payment_status === 'waiting' && payment.valid_until <= now)
      advance(world, payment, { payment_status: 'expired' })
}
