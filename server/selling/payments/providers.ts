import { providerRefusals } from '#contract/selling/payment-refusals.ts'
import {
  ProviderDown,
  ProviderForbidden,
  ProviderRefused,
} from '#server/adapters/payments/payments.ts'
import { Refusal } from '#server/kernel/http/errors.ts'

/** Returns the provider of a payment method. Throws if the shop has none. */
export function offered<Provider>(provider: Provider | null): Provider {
  if (!provider) throw new Refusal(providerRefusals.method_unavailable)
  return provider
}

/** Converts provider errors to refusals: unreachable, invalid key or rejected request. */
export async function reached<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ProviderForbidden)
      throw new Refusal(providerRefusals.payment_account_broken, { cause: error })
    if (!(error instanceof ProviderDown || error instanceof ProviderRefused)) throw error
    throw new Refusal(providerRefusals.provider_unreachable, { cause: error })
  }
}
