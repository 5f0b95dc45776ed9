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
    .select(['order_id', 'provider', 'provider_id', 'payment_status'])
    .where('user_id', '>=', since)
    .execute()
  const wrong: string[] = []
  for (const { order_id, provider, provider_id, payment_status } of payments) {
    const status =
      provider === 'stripe'
        ? await statusOfCard(card, provider_id)
        : (await crypto[provider].getPayment(provider_id)).status
    if (!means[status].includes(payment_status))
      wrong.push(`${order_id} is ${payment_status}, its payment ${status}`)
  }
  return wrong
}

/** Stripe tells what was given back apart from what became of the payment. */
async function statusOfCard(card: Providers['card'], id: string): Promise<Observed> {
  const { status, amountCents, refundedCents } = await card.readSession(id)
  return status === 'finished' && refundedCents >= amountCents ? 'refunded' : status
}
