import { ProviderDown, ProviderRefused } from '#server/adapters/payments/payments.ts'
import type { Database } from '#server/kernel/database.ts'
import { logOutage, logRecovery } from '#server/logs/burst.ts'

/**
 * The provider with an eye on it: that it does not answer, and that it does again, is in the log
 * once each.
 */
export function watched<Provider extends object>(
  db: Database,
  name: 'stripe' | 'nowpayments',
  provider: Provider,
): Provider {
  const key = `down ${name}`
  const source = 'payment'
  // A process that ended while it was down may have left it so noted.
  let down: boolean | 'unknown' = 'unknown'

  async function failed(error: unknown) {
    if (error instanceof ProviderRefused) return answered()
    if (!(error instanceof ProviderDown) || down === true) return
    down = true
    const details = { provider: name, error: error.message.slice(0, 300) }
    const entry = { source, level: 'error', message: 'Provider did not answer', details } as const
    await unlessItFails(logOutage(db, key, entry))
  }
  async function answered() {
    if (down === false) return
    down = false
    const details = { provider: name }
    const entry = { source, level: 'success', message: 'Provider answers again', details } as const
    await unlessItFails(logRecovery(db, key, entry))
  }

  return new Proxy(provider, {
    get(target, property, receiver) {
      const value = Reflect.get(target, property, receiver)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        const answer = value.apply(target, given)
        if (!(answer instanceof Promise)) return answer
        return answer.then(
          // Said before the caller goes on: an outage that is noted late would outlive its end.
          async (value) => {
            await answered()
            return value
          },
          async (error) => {
            await failed(error)
            throw error
          },
        )
      }
    },
  })
}

/** What is said about a call must not make it fail. */
async function unlessItFails(writing: Promise<unknown>) {
  await writing.catch(() => {})
}
