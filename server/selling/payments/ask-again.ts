import type { RawBuilder } from 'kysely'
import type { PaymentProvider } from '#contract/wire/payment-provider.ts'
import {
  ProviderDown,
  ProviderRefused,
  UnknownToProvider,
} from '#server/adapters/payments/payments.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { forEach } from '#server/kernel/jobs/rounds.ts'
import { settleOrder } from '#server/selling/orders/settle.ts'
import { type Claim, postpone, unclaim } from './claims.ts'

/** Consecutive failures after which a provider counts as down and is not called again. */
const patience = 3

/** A payment whose call fails, or whose provider is down, waits for the next run. */
export function askAgain(
  db: Database,
  pause: RawBuilder<unknown>,
  providers: readonly PaymentProvider[],
  ask: (payment: Claim) => Promise<void>,
) {
  const inVain: Record<PaymentProvider, number> = { stripe: 0, nowpayments: 0, btcpay: 0 }
  const isDown = (provider: PaymentProvider) => inVain[provider] >= patience

  async function askOnce(payment: Claim) {
    if (isDown(payment.provider)) return unclaim(db, payment)
    try {
      await ask(payment)
    } catch (error) {
      if (error instanceof ProviderDown) {
        inVain[payment.provider] += 1
        return postpone(db, payment, pause, error.message.slice(0, 300))
      }
      if (!(error instanceof ProviderRefused)) {
        const { message } = error as Error
        throw new Error(`order ${payment.order_id}: ${message}`, { cause: error })
      }
      // A payment that the provider is still processing can still be paid.
      const isOver = payment.provider !== 'stripe' || error instanceof UnknownToProvider
      if (payment.over && !isOver) return postpone(db, payment, pause, error.message.slice(0, 300))
      if (payment.over) await settleOrder(db, payment.order_id, 'window_over')
    }
    inVain[payment.provider] = 0
  }

  return {
    /** Returns the failures other than those of the provider. */
    round: (payments: readonly Claim[]) => forEach(payments, askOnce),
    up: () => providers.filter((provider) => !isDown(provider)),
  }
}
