import { sql } from 'kysely'
import { testStripe } from '#sandbox/stripe/test-stripe.ts'
import { btcpayProvider } from '#server/adapters/payments/btcpay.ts'
import type { CryptoProvider } from '#server/adapters/payments/crypto-provider.ts'
import { nowpaymentsProvider } from '#server/adapters/payments/nowpayments.ts'
import type { Observed } from '#server/adapters/payments/payments.ts'
import { stripeProvider } from '#server/adapters/payments/stripe.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { sandboxSecrets } from '#server/shop/sandbox/sandbox.ts'

/** The order statuses that are correct for each payment status at the provider. */
const means: Record<Observed, readonly string[]> = {
  finished: ['finished'],
  refunded: ['refunded'],
  disputed: ['disputed'],
  dispute_lost: ['disputed'],
  dispute_won: ['finished'],
  expired: ['expired', 'failed'],
  failed: ['failed', 'expired'],
  waiting: ['waiting', 'expired', 'failed'],
  confirming: ['waiting', 'confirming'],
  partially_paid: ['partially_paid'],
}

/** The relative error of a sum of coins. No customer of the run pays slightly too little. */
const rounding = 1e-6

/** Calls the sandbox's stand-ins directly, not through the shop. */
export function askProviders(sandboxUrl: string) {
  return {
    card: stripeProvider({
      secretKey: sandboxSecrets.stripeKey,
      publishableKey: '',
      webhookSecret: '',
      apiBase: `${sandboxUrl}/stripe`,
    }),
    crypto: {
      nowpayments: nowpaymentsProvider({
        apiKey: sandboxSecrets.nowpaymentsKey,
        ipnSecret: '',
        url: `${sandboxUrl}/nowpayments`,
        callbackUrl: '',
      }),
      btcpay: btcpayProvider({
        apiKey: sandboxSecrets.btcpayKey,
        storeId: sandboxSecrets.btcpayStoreId,
        webhookSecret: '',
        url: `${sandboxUrl}/btcpay`,
      }),
    },
  }
}

type Providers = ReturnType<typeof askProviders>

/**
 * Finds orders of these customers whose status contradicts the payment status at their provider.
 */
export async function differing(db: Database, { card, crypto }: Providers, since: number) {
  const payments = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['order_id', 'provider', 'provider_id', 'payment_status', 'refunded_cents'])
    .select(['parent_id', 'pay_amount'])
    .select(
      sql<boolean>`exists (
        select from payouts where payouts.order_id = orders.id
           and (kind = 'refund' and payouts.status in ('sent', 'done')
                or kind = 'short' and payouts.status <> 'withdrawn'))`.as('in_coins'),
    )
    .where('user_id', '>=', since)
    .execute()
  const wrong: string[] = []
  const inParts: { order: string; status: string; requested: number }[] = []
  const received = new Map<string, number>()
  for (const payment of payments) {
    const { order_id, provider, provider_id, payment_status, refunded_cents } = payment
    const { status, back, coins } =
      provider === 'stripe'
        ? { ...(await readCard(card, provider_id)), coins: 0 }
        : await readCoins(crypto[provider], provider_id)
    received.set(order_id, (received.get(order_id) ?? 0) + coins)
    if (back !== null && back !== refunded_cents)
      wrong.push(`of ${order_id} ${refunded_cents} is back, of its payment ${back}`)
    // Only the shop knows whether coins were or will be returned by a payout.
    if (payment.in_coins && payment_status !== 'finished') continue
    // A partial payment stays one at the provider when the rest arrives as a payment of its own, or
    // without the network fee. The sum of the order's payments then tells whether it is paid.
    if (status === 'partially_paid' && payment.parent_id === null)
      inParts.push({ order: order_id, status: payment_status, requested: payment.pay_amount ?? 0 })
    else if (status !== 'unknown' && !means[status].includes(payment_status))
      wrong.push(`${order_id} is ${payment_status}, its payment ${status}`)
  }
  for (const { order, status, requested } of inParts) {
    const arrived = received.get(order)!
    const expected = arrived >= requested * (1 - rounding) ? 'finished' : 'partially_paid'
    if (!means[expected].includes(status))
      wrong.push(`${order} is ${status}, ${arrived} of ${requested} coins have arrived`)
  }
  return wrong
}

async function readCoins(provider: CryptoProvider, id: string) {
  const { status, actuallyPaid: coins } = await provider.getPayment(id)
  return { status, coins, back: null }
}

/** Stripe reports refunds separately from the payment's status. */
async function readCard(card: Providers['card'], id: string) {
  const read = id.startsWith('pi_') ? card.readIntent : card.readSession
  const { status, amountCents, refundedCents: back } = await read(id)
  const stands = status === 'finished' || status === 'dispute_won'
  const whole = stands && back >= amountCents
  return { status: whole ? ('refunded' as const) : status, back }
}

/**
 * Finds orders that Stripe charged twice or never, and periods whose charge the shop has not
 * recorded.
 */
export async function wronglyCharged(db: Database, sandboxUrl: string, since: number) {
  const stripe = testStripe({ url: sandboxUrl }, { key: sandboxSecrets.stripeKey, timeout: 30_000 })
  const readOrders = () =>
    db
      .selectFrom('orders')
      .select(['id', 'paid_at', 'renews_order_id'])
      .where('user_id', '>=', since)
      .where('type', '=', 'card')
      .execute()
  // The shop keeps running during the check. Payments are read before charges, because an order is
  // charged before it is recorded as paid.
  const before = await readOrders()
  const taken: string[] = []
  for await (const { status, metadata } of stripe.paymentIntents.list({ limit: 100 }))
    if (status === 'succeeded' && metadata.order_id) taken.push(metadata.order_id)
  const after = await readOrders()
  const once = new Set(taken)
  return [
    ...taken.filter((id, at) => taken.indexOf(id) !== at).map((id) => `${id} was charged twice`),
    ...before
      .filter(({ id, paid_at }) => paid_at && !once.has(id))
      .map(({ id }) => `${id} was never charged`),
    ...after
      .filter(({ id, paid_at, renews_order_id }) => renews_order_id && !paid_at && once.has(id))
      .map(({ id }) => `${id} was charged, not booked`),
  ]
}
