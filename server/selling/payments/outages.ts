import type { PaymentProvider } from '#contract/wire/payment-provider.ts'
import {
  ProviderDown,
  ProviderForbidden,
  ProviderRefused,
} from '#server/adapters/payments/payments.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { watchCalls } from '#server/kernel/network/watch-calls.ts'
import { logOutage, logRecovery } from '#server/platform/logs/throttled.ts'

/** Wraps a provider so that the start and the end of an outage are logged, once each. */
export function logsOutages<Provider extends object>(
  db: Database,
  name: PaymentProvider,
  provider: Provider,
): Provider {
  const key = `down ${name}`
  const source = 'payment'
  // Unknown at first: an earlier process may have ended during an outage.
  let down: boolean | 'unknown' = 'unknown'

  async function failed(error: unknown) {
    if (error instanceof ProviderRefused) return answered()
    if (!(error instanceof ProviderDown) || down === true) return
    down = true
    const details = { provider: name, error: error.message.slice(0, 300) }
    const message =
      error instanceof ProviderForbidden
        ? 'Provider rejected the API key'
        : 'Provider did not respond'
    const entry = { source, level: 'error', message, details } as const
    await unlessItFails(logOutage(db, key, entry))
  }
  async function answered() {
    if (down === false) return
    down = false
    const details = { provider: name }
    const entry = { source, level: 'success', message: 'Provider responds again', details } as const
    await unlessItFails(logRecovery(db, key, entry))
  }

  // Logs before the caller continues, or an outage's start could be logged after its end.
  return watchCalls(provider, { answered, failed })
}

/** A failure to log a call must not fail the call. */
async function unlessItFails(writing: Promise<unknown>) {
  await writing.catch(() => {})
}
