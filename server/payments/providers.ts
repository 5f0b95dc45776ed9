import {
  type CryptoProvider,
  ProviderDown,
  ProviderRefused,
} from '#server/adapters/payments/payments.ts'
import { Refusal } from '#server/kernel/errors.ts'

const unavailable = () => new Refusal(503, 'This payment method is not available')

/** The provider of a payment method; throws 503 when the store has none. */
export function offered<Provider>(provider: Provider | null): Provider {
  if (!provider) throw unavailable()
  return provider
}

/** Turns a provider that cannot be reached, or that will not have it, into the customer's 502. */
export async function reached<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof ProviderDown || error instanceof ProviderRefused)) throw error
    const refusal = new Refusal(
      502,
      'The payment provider cannot be reached right now. Please try again.',
    )
    refusal.cause = error
    throw refusal
  }
}

/** Throws 422 unless the provider takes this currency. */
export async function checkCurrency(provider: CryptoProvider, currency: string) {
  const currencies = await reached(provider.currencies())
  if (!currencies.some(({ code }) => code === currency))
    throw new Refusal(422, 'This currency is not available')
}
