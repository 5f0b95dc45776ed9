import { providerRefusals } from '#contract/payment-refusals.ts'
import { ProviderDown, ProviderRefused } from '#server/adapters/payments/payments.ts'
import { Refusal } from '#server/kernel/errors.ts'

/** The provider of a payment method; refuses when the store has none. */
export function offered<Provider>(provider: Provider | null): Provider {
  if (!provider) throw new Refusal(providerRefusals.method_unavailable)
  return provider
}

/** Turns a provider that cannot be reached, or that will not have it, into a refusal. */
export async function reached<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof ProviderDown || error instanceof ProviderRefused)) throw error
    throw new Refusal(providerRefusals.provider_unreachable, { cause: error })
  }
}
