import { paymentCurrencies } from '#contract/selling/payment-currencies.ts'
import type { Currency } from '../../account/orders/payment-info.ts'
import { useAsk } from '../../api/ask.ts'
import { failureOf } from '../../api/error.ts'

/** Returns the coins to choose from, or null while they load. */
export function useCurrencies() {
  const { answer, error, again } = useAsk(paymentCurrencies.list, undefined)
  const currencies: readonly Currency[] | null = answer ?? null
  return {
    currencies,
    error: error === undefined ? null : failureOf(error, 'Failed to fetch cryptocurrencies'),
    retry: again,
  }
}
