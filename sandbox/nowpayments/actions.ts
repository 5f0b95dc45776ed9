import { clock } from '#server/kernel/clock.ts'
import { randomText } from '../ids.ts'
import { NotNow } from '../not-now.ts'
import { findCurrency } from './currencies.ts'
import { advance, type CryptoWorld, type Payment, type Status } from './payments.ts'

const onTheWay: Status[] = ['confirming', 'confirmed', 'sending']
const open: Status[] = ['waiting', 'partially_paid', ...onTheWay]

function require(payment: Payment, states: Status[]) {
  if (!states.includes(payment.payment_status))
    throw new NotNow(`Not possible: the payment is ${payment.payment_status}`)
}

function round(payment: Payment, amount: number): number {
  return Number(amount.toFixed(findCurrency(payment.pay_currency)?.precision ?? 8))
}

/** Coins arrive, are confirmed and sent on: one webhook for each step. */
function receive(world: CryptoWorld, payment: Payment, total: number): Payment {
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

/** What can happen to a crypto payment, as the panel's buttons and the control API name it. */
export const paymentActions: Record<string, Action> = {
  /** The right amount arrives, or the rest of it after a part. */
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
  /** A fee was taken off on the way. */
  almost(world, payment) {
    require(payment, ['waiting'])
    const paid = { actually_paid: round(payment, payment.pay_amount * 0.995) }
    const seen = advance(world, payment, { ...paid, payment_status: 'confirming' })
    return advance(world, seen, { payment_status: 'partially_paid' })
  },
  overpay(world, payment) {
    require(payment, open)
    return receive(world, payment, payment.pay_amount * 1.25)
  },
  /** The coins are seen and then hang in the network. */
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

/** Payments that nobody paid expire by themselves. */
export function passTime(world: CryptoWorld): void {
  const now = clock.date().toISOString()
  for (const payment of world.payments.all())
    if (payment.payment_status === 'waiting' && payment.valid_until <= now)
      advance(world, payment, { payment_status: 'expired' })
}
