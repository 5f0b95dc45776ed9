import { sql } from 'kysely'
import { testStripe } from '#sandbox/stripe/test-stripe.ts'
import { btcpayProvider } from '#server/adapters/payments/btcpay.ts'
import { nowpaymentsProvider } from '#server/adapters/payments/nowpayments.ts'
import type { Observed } from '#server/adapters/payments/payments.ts'
import { stripeProvider } from '#server/adapters/payments/stripe.ts'
import type { Database } from '#server/kernel/database.ts'
import { sandboxSecrets } from '#server/shop/sandbox.ts'

/** What an order is when its provider says so of the payment. */
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

/** The sandbox's stand-ins, asked directly and not through the shop. */
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

/** The orders of these customers whose status is not what their provider says of the payment. */
export async function differing(db: Database, { card, crypto }: Providers, since: number) {
  const payments = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['order_id', 'provider', 'provider_id', 'payment_status', 'refunded_cents'])
    .select(
      sql<boolean>`exists (
        select from payouts where payouts.order_id = orders.id
           and (kind = 'refund' and payouts.status in ('sent', 'done')
                or kind = 'short' and payouts.status <> 'withdrawn'))`.as('in_coins'),
    )
    .where('user_id', '>=', since)
    .execute()
  const wrong: string[] = []
  for (const payment of payments) {
    const { order_id, provider, provider_id, payment_status, refunded_cents } = payment
    const { status, back } =
      provider === 'stripe'
        ? await readCard(card, provider_id)
        : { ...(await crypto[provider].getPayment(provider_id)), back: null }
    if (back !== null && back !== refunded_cents)
      wrong.push(`of ${order_id} ${refunded_cents} is back, of its payment ${back}`)
    // Whose coins went back by a payout, or are about to, is told so by nobody but the shop.
    if (payment.in_coins && payment_status !== 'finished') continue
    if (status !== 'unknown' && !means[status].includes(payment_status))
      wrong.push(`${order_id} is ${payment_status}, its payment ${status}`)
  }
  return wrong
}

/** Stripe tells what was given back apart from what became of the payment. */
async function readCard(card: Providers['card'], id: string) {
  const read = id.startsWith('pi_') ? card.readIntent : card.readSession
  const { status, amountCents, refundedCents: back } = await read(id)
  const stands = status === 'finished' || status === 'dispute_won'
  const whole = stands && back >= amountCents
  return { status: whole ? ('refunded' as const) : status, back }
}

/** Orders for which Stripe took money twice or never, and periods whose money the shop does not have in its books. */
export async function wronglyCharged(db: Database, sandboxUrl: string, since: number) {
  const stripe = testStripe({ url: sandboxUrl }, { key: sandboxSecrets.stripeKey, timeout: 30_000 })
  const readOrders = () =>
    db
      .selectFrom('orders')
      .select(['id', 'paid_at', 'renews_order_id'])
      .where('user_id', '>=', since)
      .where('type', '=', 'card')
      .execute()
  // The shop goes on meanwhile: what is paid is charged before, and what is charged is booked after.
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
